import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinName, coinsText, hundredthsOf } from '../format/coins.ts'
import { typedNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import { AmountChoice, type AmountValues, amountProblem, chosenCoins } from './amount-choice.tsx'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'
import type { MemberDialog, MemberForm } from './member-dialog.ts'
import { missingReason, ReasonField } from './reason-field.tsx'
import { nothingToTake, SpendableNote } from './spendable-note.tsx'

/** Takes coins that a member spends, as an order does that is paid with coins. */
export function TakeDialog({ isOpen, close, member }: MemberDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Take ${coinName().many} from ${memberName(member)}`}>
      <TakeForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function TakeForm({ member, close, idempotentSend }: MemberForm) {
  const { available } = member.wallet
  const callOf = (values: Values) => ({
    userId: member.userId,
    coins: chosenCoins(values, available) ?? typedNumber(values.coins),
    ...(values.reference.trim() && { reference: values.reference.trim() }),
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.coins.transfer,
    initialValues: { amount: 'other', coins: '', reference: '', reason: '' } as Values,
    inputs: { narration: 'reason' },
    validate: (values) => ({ coins: amountProblem(values, available), reason: missingReason(values.reason) }),
    bodyOf: (values) => ({ ...callOf(values), narration: values.reason.trim() }),
    forecastOf: (values) => (chosenCoins(values, available) ? callOf(values) : null),
    factsOf: (values) => ({
      balance: member.wallet.coins,
      available,
      coins: chosenCoins(values, available),
      name: memberName(member),
    }),
    onDone: ({ coins }) => {
      notifications.show({ message: `${coinsText(coins)} were taken from ${memberName(member)}.` })
      close()
    },
    idempotentSend,
  })
  const coins = chosenCoins(form.getValues(), available)
  const isEmpty = hundredthsOf(available) === null
  return (
    <CallForm
      submission={submission}
      action={`Take ${coins ? coinsText(coins) : coinName().many}`}
      refusal={isEmpty ? nothingToTake(member) : forecast.refusal}
      close={close}
    >
      <Text size="sm">
        The member spends the {coinName().many}, as with an order that is paid with them. Points and the
        boards of earners do not change.
      </Text>
      <SpendableNote member={member} />
      <AmountChoice form={form} most={available} />
      <TextInput
        label="Order (optional)"
        description="Such as the number of an order, to find or return it later"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <ReasonField input={form.getInputProps('reason')} />
      <Changes changes={memberChanges(member, forecast.data?.wallet)} />
    </CallForm>
  )
}

type Values = AmountValues & { reference: string; reason: string }
