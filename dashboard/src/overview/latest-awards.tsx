import { Group, Text } from '@mantine/core'
import { outcomeInWords, whyInWords } from '../awards/decision-in-words.ts'
import type { NamedDecision } from '../awards/queries.ts'
import { Card } from '../components/card.tsx'
import { Moment } from '../components/timestamp.tsx'
import { PersonLink } from '../members/member-link.tsx'

/** What was decided last; new awards appear by themselves. */
export function LatestAwards({ awards }: { awards: NamedDecision[] }) {
  return (
    <Card title="Latest awards" about="They appear here as they happen.">
      <ol className="rows" aria-live="polite">
        {awards.map((award) => (
          <AwardLine key={award.id} award={award} />
        ))}
      </ol>
    </Card>
  )
}

function AwardLine({ award }: { award: NamedDecision }) {
  return (
    <li className="row">
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <PersonLink userId={award.userId} person={award.person} />
        <Text size="xs" c="dimmed">
          <Moment at={award.createdAt} />
        </Text>
      </Group>
      <Text size="sm" pl={44}>
        <Text span inherit fw={550}>
          {outcomeInWords(award)}
        </Text>{' '}
        · {award.ruleName}
      </Text>
      {award.outcome === 'refused' && (
        <Text size="xs" c="dimmed" pl={44}>
          {whyInWords(award)}
        </Text>
      )}
    </li>
  )
}
