import { List, Progress, Stack, Text } from '@mantine/core'
import { Status, type Tone } from '../components/status.tsx'
import { countText } from '../format/coins.ts'
import { type RuleStatus, ruleStatusOf, type StatusTerms } from './rule-status.ts'
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

/** "12 of 1,000". */
export const participantsText = (rule: { participants: string; maxNumberOfParticipant: string }): string =>
  `${countText(Number(rule.participants))} of ${countText(Number(rule.maxNumberOfParticipant))}`

export function Participants({
  rule,
}: {
  rule: { name: string; participants: string; maxNumberOfParticipant: string }
}) {
  const [paid, most] = [Number(rule.participants), Number(rule.maxNumberOfParticipant)]
  const text = participantsText(rule)
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

const TONES: Record<RuleStatus, Tone> = {
  Draft: 'quiet',
  Scheduled: 'waiting',
  Running: 'good',
  Paused: 'quiet',
  Full: 'attention',
  Exhausted: 'attention',
  Ended: 'quiet',
}

/** The one status of a rule. */
export function RuleStatusBadge({ rule }: { rule: StatusTerms }) {
  const status = ruleStatusOf(rule)
  return <Status tone={TONES[status]}>{status}</Status>
}
