import type { DecideOptions, Member, NewRefund } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinName, coinsText } from '../format/coins.ts'
import { memberName } from '../members/member-name.ts'
import { ALL, AmountChoice, amountProblem, chosenCoins } from './amount-choice.tsx'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'
import { missingReason, ReasonField } from './reason-field.tsx'

/** Coins that a member spent, and what of them can still be refunded. */
export type Spending = { id: string; coins: string; left: string }

/** Gives coins that were spent back to the member. */
export function RefundDialog({
  spending,
  member,
  close,
}: {
  spending: Spending | null
  member: Member
  close: () => void
}) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={spending !== null} close={close} title={`Refund ${memberName(member)}`}>
      {spending && (
        <RefundForm spending={spending} member={member} close={close} idempotentSend={idempotentSend} />
      )}
    </Dialog>
  )
}

type FormProps = { spending: Spending; member: Member; close: () => void; idempotentSend: IdempotentSend }

function RefundForm({ spending, member, close, idempotentSend }: FormProps) {
  const { id, left } = spending
  const name = memberName(member)
  const callOf = (values: typeof NO_INPUT) => ({
    id,
    ...(values.amount !== 'all' && { coins: chosenCoins(values, left) ?? values.coins }),
  })
  const { form, submission, forecast } = useCoinCall({
    initialValues: NO_INPUT,
    inputs: { narration: 'reason' },
    validate: (values) => ({ coins: amountProblem(values, left), reason: missingReason(values.reason) }),
    bodyOf: (values) => ({ ...callOf(values), narration: values.reason.trim() }),
    forecastOf: (values) => (amountProblem(values, left) ? null : { ...callOf(values) }),
    factsOf: () => ({ left }),
    call: refund,
    onDone: ({ coins }) => {
      notifications.show({ message: `${coinsText(coins)} were refunded to ${name}.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  const coins = chosenCoins(form.getValues(), left)
  return (
    <CallForm
      submission={submission}
      action={`Refund ${coins ? coinsText(coins) : coinName().many}`}
      refusal={forecast.refusal}
      close={close}
    >
      <Text size="sm">
        {name} spent {coinsText(spending.coins)}
        {left === spending.coins ? '' : `, of which ${coinsText(left)} can still be refunded`}. What is
        refunded enters the wallet again, and the board of spenders falls.
      </Text>
      <AmountChoice form={form} most={left} />
      <ReasonField input={form.getInputProps('reason')} />
      <Changes changes={memberChanges(member, forecast.data?.wallet)} />
    </CallForm>
  )
}

const refund = ({ id, ...body }: NewRefund & { id: string }, options: DecideOptions) =>
  laurel.coins.refund(id, body, options)

const NO_INPUT = { ...ALL, reason: '' }
