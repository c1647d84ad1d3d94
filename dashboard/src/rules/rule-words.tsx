import { List, Stack, Text } from '@mantine/core'
import { type RuleDraft, ruleInWords } from './rule-in-words.ts'

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
