import { Badge, List, Progress, Stack, Text } from '@mantine/core'
import { countText } from '../format/coins.ts'
import { type RuleDraft, ruleInWords } from './rule-text.ts'

/** What a rule does, in words. */
export function RuleWords({ rule, more }: { rule: RuleDraft; more?: string | null }) {
  const [first, ...others] = [...ruleInWords(rule), ...(more ? [more] : [])]
  return (
    <Stack gap="xs" data-rule-words>
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

/** How many people a rule has paid of those that it can pay. */
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

/** Whether a rule can be awarded. */
export function StatusBadge({ status }: { status: string }) {
  const isActive = status === 'active'
  return (
    <Badge component="span" variant="dot" color={isActive ? 'laurel' : 'gray'} tt="none" fw={500}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}
