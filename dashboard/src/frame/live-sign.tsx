import { Badge, Tooltip } from '@mantine/core'
import { useLiveEvents } from '../live/live-events.ts'

const WORDS = {
  live: { label: 'Live', color: 'laurel', about: 'New awards and transfers appear here by themselves.' },
  waiting: {
    label: 'Connecting',
    color: 'yellow',
    about: 'The service cannot be reached right now; trying again.',
  },
} as const

/** Whether what is on the page follows what happens. */
export function LiveSign() {
  const state = useLiveEvents()
  const { label, color, about } = WORDS[state]
  return (
    <Tooltip label={about}>
      <Badge variant="dot" color={color} size="lg" tt="none" fw={500} role="status" tabIndex={0}>
        {label}
      </Badge>
    </Tooltip>
  )
}
