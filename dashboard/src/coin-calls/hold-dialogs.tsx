import type { DecideOptions, Hold, HoldCapture, Member } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinName, coinsText } from '../format/coins.ts'
import { memberName } from '../members/member-name.ts'
import { ALL, AmountChoice, amountProblem, chosenCoins } from './amount-choice.tsx'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'

export type HoldDeed = 'capture' | 'release'

/** Ends a hold by hand: its coins are spent, or can be spent again. What it is about stays while it closes. */
export function HoldDialogs({
  hold,
  deed,
  member,
  close,
}: {
  hold: Hold
  deed: HoldDeed | null
  member: Member
  close: () => void
}) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  const [kept, setKept] = useState(hold)
  if (deed && hold !== kept) setKept(hold)
  const form = { hold: kept, member, close, idempotentSend }
  return (
    <>
      <Dialog isOpen={deed === 'capture'} close={close} title={`Capture a hold of ${memberName(member)}`}>
        <CaptureForm {...form} />
      </Dialog>
      <Dialog isOpen={deed === 'release'} close={close} title={`Release a hold of ${memberName(member)}`}>
        <ReleaseForm {...form} />
      </Dialog>
    </>
  )
}

type FormProps = { hold: Hold; member: Member; close: () => void; idempotentSend: IdempotentSend }

function CaptureForm({ hold, member, close, idempotentSend }: FormProps) {
  const { id, coins: held } = hold
  const name = memberName(member)
  const callOf = (values: typeof ALL) => ({
    id,
    ...(values.amount !== 'all' && { coins: chosenCoins(values, held) ?? values.coins }),
  })
  const { form, submission, forecast } = useCoinCall({
    initialValues: ALL,
    validate: (values) => ({ coins: amountProblem(values, held) }),
    bodyOf: callOf,
    forecastOf: (values) => (amountProblem(values, held) ? null : callOf(values)),
    call: capture,
    onDone: ({ captured }) => {
      notifications.show({ message: `${coinsText(captured)} of ${name} were spent.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  const coins = chosenCoins(form.getValues(), held)
  return (
    <CallForm
      submission={submission}
      action={`Capture ${coins ? coinsText(coins) : coinName().many}`}
      refusal={forecast.refusal}
      close={close}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name} spends these {coinName().many}
        {hold.reference && (
          <>
            {' '}
            on <bdi>{hold.reference}</bdi>
          </>
        )}
        , as when your checkout captures them. What you leave can be spent again.
      </Text>
      <AmountChoice form={form} most={held} />
      <Changes changes={memberChanges(member, forecast.data?.wallet)} />
    </CallForm>
  )
}

const capture = ({ id, ...body }: HoldCapture & { id: string }, options: DecideOptions) =>
  laurel.holds.capture(id, body, options)

function ReleaseForm({ hold, member, close, idempotentSend }: FormProps) {
  const name = memberName(member)
  const { submission, forecast } = useCoinCall({
    initialValues: {},
    bodyOf: () => hold.id,
    call: (id: string, options) => laurel.holds.release(id, options),
    onDone: ({ coins }) => {
      notifications.show({ message: `${coinsText(coins)} of ${name} are not held any more.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  return (
    <CallForm
      submission={submission}
      action={`Release ${coinsText(hold.coins)}`}
      refusal={forecast.refusal}
      close={close}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name} can spend these {coinName().many} again
        {hold.reference && (
          <>
            , and a checkout of <bdi>{hold.reference}</bdi> cannot take them
          </>
        )}
        . What has expired meanwhile is gone.
      </Text>
    </CallForm>
  )
}
