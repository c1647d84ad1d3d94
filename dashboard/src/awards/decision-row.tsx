import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '../components/timestamp.tsx'
import { DecisionBadge } from './decision-badge.tsx'
import { whyInWords } from './decision-in-words.ts'
import type { Decision } from './queries.ts'

/** One decision: what it was about, what came of it and why. */
export function DecisionRow({
  decision,
  about,
  action,
}: {
  decision: Decision
  about: ReactNode
  action?: ReactNode
}) {
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs" className="row">
      <Stack gap={4} miw={0} flex="1 1 220px">
        <Group gap="xs">
          {about}
          <DecisionBadge decision={decision} />
        </Group>
        <Text size="sm">{whyInWords(decision)}</Text>
        {decision.note && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Note: {decision.note}
          </Text>
        )}
      </Stack>
      <Group gap="sm" wrap="nowrap">
        {action}
        <Text size="sm" c="dimmed">
          <Moment at={decision.createdAt} />
        </Text>
      </Group>
    </Group>
  )
}
