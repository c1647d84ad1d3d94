import { Group, Stack, Text } from '@mantine/core'
import { Card } from '../shared/card.tsx'
import { Moment } from '../shared/moment.tsx'
import { PersonLink } from '../shared/person-link.tsx'
import { outcomeWords } from './outcome-words.ts'
import type { LatestAward } from './queries.ts'

/** What was decided last; new awards appear by themselves. */
export function LatestAwards({ awards }: { awards: LatestAward[] }) {
  return (
    <Card title="Latest awards" about="They appear here as they happen.">
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }} aria-live="polite">
        {awards.map((award) => (
          <AwardLine key={award.id} award={award} />
        ))}
      </Stack>
    </Card>
  )
}

function AwardLine({ award }: { award: LatestAward }) {
  const { words, why } = outcomeWords(award)
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <PersonLink userId={award.userId} person={award.person} />
        <Text size="xs" c="dimmed">
          <Moment at={award.createdAt} />
        </Text>
      </Group>
      <Text size="sm" pl={44}>
        <Text span inherit fw={550}>
          {words}
        </Text>{' '}
        · {award.ruleName}
      </Text>
      {why && (
        <Text size="xs" c="dimmed" pl={44}>
          {why}
        </Text>
      )}
    </li>
  )
}
