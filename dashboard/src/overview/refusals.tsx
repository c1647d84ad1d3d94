import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import { countText } from '../format/coins.ts'
import type { Overview } from './queries.ts'

export function Refusals({ refusals }: { refusals: Overview['refusals'] }) {
  const most = refusals[0]?.count ?? 0
  return (
    <Card title="Refusals by reason" description="Refused awards change nothing.">
      {refusals.length === 0 && <Text size="sm">No award was refused in this period.</Text>}
      <Stack gap="md" component="ul" className="rows">
        {refusals.map(({ reason, count }) => {
          const { words, act, to, search } = refusalText(reason)
          return (
            <li key={reason}>
              <Group justify="space-between" wrap="nowrap" align="baseline">
                <Text size="sm">{words}</Text>
                <Text size="sm" fw={600} className="figure">
                  {countText(count)}
                </Text>
              </Group>
              <Progress value={(count / most) * 100} color="red.6" size="sm" my={4} aria-hidden />
              <Anchor size="xs" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
                {act}
              </Anchor>
            </li>
          )
        })}
      </Stack>
    </Card>
  )
}

type Refusal = {
  words: string
  act: string
  to: '/rules' | '/users'
  search?: { status: 'active' | 'inactive' }
}

const REFUSALS: Record<string, Refusal> = {
  rule_full: {
    words: 'The rule was full: it had all its participants',
    act: 'See which rules are full',
    to: '/rules',
    search: { status: 'active' },
  },
  user_limit_reached: {
    words: 'The user had reached the rule’s payment limit',
    act: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  rule_inactive: {
    words: 'The rule was inactive',
    act: 'See the inactive rules',
    to: '/rules',
    search: { status: 'inactive' },
  },
  sub_rule_repeated: {
    words: 'The user had already done this sub-rule',
    act: 'See the rules',
    to: '/rules',
  },
  combined_by_sub_rule: {
    words: 'A combined rule was awarded by its own name, not by a sub-rule',
    act: 'See the rules',
    to: '/rules',
  },
  balance_limit: {
    words: 'The wallet had reached its limit',
    act: 'See the users',
    to: '/users',
  },
}

const refusalText = (reason: string): Refusal =>
  REFUSALS[reason] ?? { words: reason, act: 'See the rules', to: '/rules' }
