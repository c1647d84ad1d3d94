import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinName, coinsText, coinsTitle, hundredthsOf } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import { AmountChoice, type AmountValues, amountProblem, chosenCoins } from './amount-choice.tsx'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'
import type { MemberDialog, MemberForm } from './member-dialog.ts'
import { missingReason, ReasonField } from './reason-field.tsx'
import { SpendableNote } from './spendable-note.tsx'

/** What the dialog begins with, such as an award that was refused. */
type AdjustStart = { coins?: string; reference?: string | null; reason?: string }

/** Adds coins to a wallet, or takes them, with a reason. */
export function AdjustDialog({ isOpen, close, member, start }: MemberDialog & { start?: AdjustStart }) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Adjust the wallet of ${memberName(member)}`}>
      <AdjustForm member={member} close={close} idempotentSend={idempotentSend} start={start ?? {}} />
    </Dialog>
  )
}

function AdjustForm({ member, close, idempotentSend, start }: MemberForm & { start: AdjustStart }) {
  const { coins: balance, available, owed } = member.wallet
  const coinsOfForm = (values: Values) =>
    values.direction === 'take'
      ? chosenCoins(values, available)
      : chosenCoins({ ...values, amount: 'other' }, available)
  const bodyOf = (values: Values) => ({
    userId: member.userId,
    coins: `${values.direction === 'take' ? '-' : ''}${coinsOfForm(values) ?? typedNumber(values.coins)}`,
    reason: values.reason.trim(),
    ...(values.reference.trim() && { reference: values.reference.trim() }),
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.coins.adjust,
    initialValues: {
      direction: 'add',
      amount: 'other',
      coins: start.coins ?? '',
      reason: start.reason ?? '',
      reference: start.reference ?? '',
    } as Values,
    validate: (values) => ({
      coins:
        values.direction === 'take'
          ? amountProblem(values, available)
          : values.coins.trim()
            ? unclearNumber(values.coins)
            : 'This is required.',
      reason: missingReason(values.reason),
    }),
    bodyOf,
    // The reason does not change what happens, and may still be missing.
    forecastOf: (values) => (coinsOfForm(values) ? { ...bodyOf(values), reason: 'Forecast' } : null),
    factsOf: (values) => ({ balance, available, coins: coinsOfForm(values), name: memberName(member) }),
    onDone: ({ coins }, { direction }) => {
      const done = direction === 'add' ? 'added to' : 'taken from'
      notifications.show({ message: `${coinsText(coins)} were ${done} the wallet of ${memberName(member)}.` })
      close()
    },
    idempotentSend,
  })
  const values = form.getValues()
  const isTaking = values.direction === 'take'
  const coins = coinsOfForm(values)
  return (
    <CallForm
      submission={submission}
      action={`${isTaking ? 'Take' : 'Add'} ${coins ? coinsText(coins) : coinName().many}`}
      refusal={forecast.refusal}
      isDangerous={isTaking}
      close={close}
    >
      <Text size="sm">
        For goodwill, or to correct a mistake. Points and boards do not change
        {owed === '0' ? '.' : `; the ${coinsText(owed)} that the member owes are settled first.`}
      </Text>
      <SegmentedControl
        aria-label="Direction"
        fullWidth
        data={[
          { value: 'add', label: 'Add' },
          { value: 'take', label: 'Take', disabled: hundredthsOf(available) === null },
        ]}
        {...form.getInputProps('direction')}
      />
      {isTaking ? (
        <>
          <SpendableNote member={member} />
          <AmountChoice form={form} most={available} />
        </>
      ) : (
        <TextInput
          label={coinsTitle()}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('coins')}
        />
      )}
      <ReasonField input={form.getInputProps('reason')} />
      <TextInput
        label="Order (optional)"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <Changes changes={memberChanges(member, forecast.data?.wallet)} />
    </CallForm>
  )
}

type Values = AmountValues & { direction: 'add' | 'take'; reason: string; reference: string }
