import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import type { RuleValues } from './rule-values.ts'

export const RULE_TYPES = [
  { value: 'single', title: 'Single', about: 'Every award pays.', example: 'A first purchase' },
  { value: 'batched', title: 'Batched', about: 'Every so many awards pay.', example: 'Every 5th visit' },
  {
    value: 'combined',
    title: 'Combined',
    about: 'Pays when several things are all done.',
    example: 'A complete profile',
  },
] as const

export function RuleTypeCards({
  value,
  onChange,
}: {
  value: RuleValues['type']
  onChange: (type: RuleValues['type']) => void
}) {
  return (
    <Radio.Group label="What makes it pay" value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt={6}>
        {RULE_TYPES.map((type) => (
          <Radio.Card key={type.value} value={type.value} p="sm" className="choice" aria-label={type.title}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <Stack gap={2}>
                <Text fw={600}>{type.title}</Text>
                <Text size="sm">{type.about}</Text>
                <Text size="sm" c="dimmed">
                  {type.example}
                </Text>
              </Stack>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

export const typeTitle = (type: string): string =>
  RULE_TYPES.find(({ value }) => value === type)?.title ?? type
