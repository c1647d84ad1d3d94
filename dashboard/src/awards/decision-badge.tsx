import { Badge } from '@mantine/core'
import type { Decision } from './queries.ts'

const LOOKS: Record<string, { color: string; label: string }> = {
  paid: { color: 'laurel', label: 'Paid' },
  counted: { color: 'blue', label: 'Counted' },
  refused: { color: 'red', label: 'Refused' },
  reversed: { color: 'gray', label: 'Taken back' },
}

export function DecisionBadge({ decision }: { decision: Decision }) {
  const { outcome, reversed } = decision
  const look = LOOKS[reversed ? 'reversed' : outcome]
  return (
    <Badge component="span" variant="dot" color={look?.color ?? 'gray'} tt="none" fw={500}>
      {look?.label ?? outcome}
    </Badge>
  )
}
