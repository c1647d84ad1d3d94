import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Status, type Tone } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { coinText } from '../format/coins.ts'
import { outcomeText, reasonText } from '../format/sentences.ts'
import { Origin } from '../members/actor.tsx'
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
          <Time at={decision.createdAt} />
        </Text>
      </Group>
    </Group>
  )
}

const TONES: Record<string, Tone> = { paid: 'good', counted: 'waiting', refused: 'bad' }

function DecisionBadge({ decision }: { decision: Decision }) {
  const tone = decision.reversed ? 'quiet' : (TONES[decision.outcome] ?? 'quiet')
  return <Status tone={tone}>{outcomeText(decision)}</Status>
}
