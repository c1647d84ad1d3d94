import type { Webhook } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { counted } from '../format/coins.ts'

const STATES = {
  on: { label: 'On', tone: 'good' },
  failing: { label: 'Failing', tone: 'attention' },
  switchedOff: { label: 'Switched off', tone: 'bad' },
  off: { label: 'Off', tone: 'quiet' },
} as const

function stateOf({ enabled, failures, switchedOffAt }: Webhook): keyof typeof STATES {
  if (enabled) return failures > 0 ? 'failing' : 'on'
  return switchedOffAt ? 'switchedOff' : 'off'
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { label, tone } = STATES[stateOf(webhook)]
  return <Status tone={tone}>{label}</Status>
}

/** Explains the state, unless the webhook is on. */
export function WhyState({ webhook }: { webhook: Webhook }) {
  const { failures, failingSince, nextTryAt, switchedOffAt, switchedOffReason } = webhook
  switch (stateOf(webhook)) {
    case 'on':
      return null
    case 'failing':
      return (
        <Text size="sm" component="div">
          {counted(failures, 'attempt')} failed in a row
          {failingSince && (
            <>
              {' '}
              since <Time at={failingSince} format="full" />
            </>
          )}
          .{' '}
          {nextTryAt && (
            <>
              The next attempt is at <Time at={nextTryAt} format="exact" />; no event is lost.
            </>
          )}
        </Text>
      )
    case 'switchedOff':
      return (
        <Text size="sm" component="div">
          Switched off
          {switchedOffAt && (
            <>
              {' '}
              on <Time at={switchedOffAt} format="full" />
            </>
          )}
          . {switchedOffReason} Switch it on once your server works again; deliveries continue where they
          stopped.
        </Text>
      )
    case 'off':
      return (
        <Text size="sm">
          A team member switched it off. Deliveries continue where they stopped once it is on.
        </Text>
      )
  }
}
