import type { Webhook } from '@laurel/sdk'
import { Badge, Text } from '@mantine/core'
import { Timestamp } from '../components/timestamp.tsx'
import { counted } from '../format/coins.ts'

const STATES = {
  on: { label: 'On', color: 'laurel' },
  failing: { label: 'Failing', color: 'yellow' },
  switchedOff: { label: 'Switched off', color: 'red' },
  off: { label: 'Off', color: 'gray' },
} as const

function stateOf({ enabled, failures, switchedOffAt }: Webhook): keyof typeof STATES {
  if (enabled) return failures > 0 ? 'failing' : 'on'
  return switchedOffAt ? 'switchedOff' : 'off'
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { label, color } = STATES[stateOf(webhook)]
  return (
    <Badge variant="dot" color={color} tt="none" fw={550} size="lg" miw="max-content">
      {label}
    </Badge>
  )
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
              since <Timestamp at={failingSince} />
            </>
          )}
          .{' '}
          {nextTryAt && (
            <>
              The next attempt is at <Timestamp at={nextTryAt} exact />; no event is lost.
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
              on <Timestamp at={switchedOffAt} />
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
