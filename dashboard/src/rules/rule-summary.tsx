import { List, Stack, Text } from '@mantine/core'
import { Status, type Tone } from '../components/status.tsx'
import { type RuleStatus, ruleStatusOf, type StatusTerms } from './rule-status.ts'
import { type RuleDraft, ruleText } from './rule-text.ts'

export function RuleSummary({ rule, more }: { rule: RuleDraft; more?: string | null }) {
  const [first, ...others] = [...ruleText(rule), ...(more ? [more] : [])]
  return (
    <Stack gap="xs" data-rule-summary style={{ overflowWrap: 'anywhere' }}>
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

const TONES: Record<RuleStatus, Tone> = {
  Draft: 'quiet',
  Scheduled: 'waiting',
  Running: 'good',
  Paused: 'quiet',
  Full: 'attention',
  Exhausted: 'attention',
  Ended: 'quiet',
  Archived: 'quiet',
}

/** The one status of a rule. */
export function RuleStatusBadge({ rule }: { rule: StatusTerms }) {
  const status = ruleStatusOf(rule)
  return <Status tone={TONES[status]}>{status}</Status>
}
