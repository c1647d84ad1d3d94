import { Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Timestamp } from '../components/timestamp.tsx'
import { coinText } from '../format/coins.ts'
import { Origin } from '../members/actor.tsx'
import { outcomeText, reasonText } from './decision-text.ts'
import type { Decision } from './queries.ts'

export function DecisionRow({
  decision,
  subject,
  action,
}: {
  decision: Decision
  subject: ReactNode
  action?: ReactNode
}) {
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs" className="row">
      <Stack gap={4} miw={0} flex="1 1 220px">
        <Group gap="xs">
          {subject}
          <DecisionBadge decision={decision} />
        </Group>
        <Text size="sm">
          {reasonText(decision)}
          {decision.units && ` For ${coinText(decision.units)} units.`}
          {decision.retryAt && (
            <>
              {' '}
              It could pay from <Timestamp at={decision.retryAt} />.
            </>
          )}
        </Text>
        {decision.note && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Note: {decision.note}
          </Text>
        )}
        <Origin actor={decision.actor} reference={decision.reference} />
      </Stack>
      <Group gap="sm" wrap="nowrap">
        {action}
        <Text size="sm" c="dimmed">
          <Timestamp at={decision.createdAt} />
        </Text>
      </Group>
    </Group>
  )
}

const COLOURS: Record<string, string> = { paid: 'laurel', counted: 'blue', refused: 'red' }

function DecisionBadge({ decision }: { decision: Decision }) {
  return (
    <Badge
      component="span"
      variant="dot"
      color={decision.reversed ? 'gray' : (COLOURS[decision.outcome] ?? 'gray')}
      tt="none"
      fw={500}
    >
      {outcomeText(decision)}
    </Badge>
  )
}
