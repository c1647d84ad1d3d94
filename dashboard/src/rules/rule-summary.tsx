import { Badge, List, Progress, Stack, Text } from '@mantine/core'
import { countText } from '../format/coins.ts'
import { type Phase, phaseOf } from './phase.ts'
import { type RuleDraft, ruleText } from './rule-text.ts'

export function RuleSummary({ rule, more }: { rule: RuleDraft; more?: string | null }) {
  const [first, ...others] = [...ruleText(rule), ...(more ? [more] : [])]
  return (
    <Stack gap="xs" data-rule-summary>
      <Text size="lg" lh={1.45}>
        {first}
      </Text>
      {others.length > 0 && (
        <List size="sm" spacing={4} c="dimmed">
          {others.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

export function Participants({
  rule,
}: {
  rule: { name: string; participants: string; maxNumberOfParticipant: string }
}) {
  const [paid, most] = [Number(rule.participants), Number(rule.maxNumberOfParticipant)]
  const text = `${countText(paid)} of ${countText(most)}`
  return (
    <Stack gap={4} miw={120}>
      <Text size="sm" className="figure" style={{ whiteSpace: 'nowrap' }}>
        {text}
        {paid >= most && ' · full'}
      </Text>
      <Progress
        value={Math.min(100, (paid / most) * 100)}
        size="sm"
        aria-label={`Participants of ${rule.name}: ${text}`}
      />
    </Stack>
  )
}

export function StatusBadge({ status }: { status: string }) {
  const isActive = status === 'active'
  return (
    <Badge component="span" variant="dot" color={isActive ? 'laurel' : 'gray'} tt="none" fw={500}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}

const PHASES: Record<Phase, { text: string; color: string }> = {
  running: { text: 'Running', color: 'laurel' },
  scheduled: { text: 'Scheduled', color: 'blue' },
  ended: { text: 'Ended', color: 'gray' },
}

/** Shown for a rule with a start or an end. */
export function PhaseBadge({ rule }: { rule: Pick<RuleDraft, 'startsAt' | 'endsAt'> }) {
  if (rule.startsAt === null && rule.endsAt === null) return null
  const { text, color } = PHASES[phaseOf(rule)]
  return (
    <Badge component="span" variant="dot" color={color} tt="none" fw={500}>
      {text}
    </Badge>
  )
}
