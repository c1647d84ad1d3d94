import { Badge, Text } from '@mantine/core'
import { Timestamp } from '../components/timestamp.tsx'
import { counted } from '../format/coins.ts'
import type { Webhook } from './queries.ts'

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
    <Badge variant="dot" color={color} tt="none" fw={550} size="lg">
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
              It is tried again at <Timestamp at={nextTryAt} exact />, and nothing is lost until then.
            </>
          )}
        </Text>
      )
    case 'switchedOff':
      return (
        <Text size="sm" component="div">
          It was switched off
          {switchedOffAt && (
            <>
              {' '}
              on <Timestamp at={switchedOffAt} />
            </>
          )}
          . {switchedOffReason} Once your server answers again, switch it on: it goes on where it stopped.
        </Text>
      )
    case 'off':
      return (
        <Text size="sm">
          Someone of your team switched it off. It keeps its place and goes on from there.
        </Text>
      )
  }
}
