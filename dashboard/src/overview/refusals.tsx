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
          const { text, action, to, search } = refusalText(reason)
          return (
            <li key={reason}>
              <Group justify="space-between" wrap="nowrap" align="baseline">
                <Text size="sm">{text}</Text>
                <Text size="sm" fw={600} className="figure">
                  {countText(count)}
                </Text>
              </Group>
              <Progress value={(count / most) * 100} color="red.6" size="sm" my={4} aria-hidden />
              <Anchor size="xs" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
                {action}
              </Anchor>
            </li>
          )
        })}
      </Stack>
    </Card>
  )
}

type Refusal = {
  text: string
  action: string
  to: '/rules' | '/users'
  search?: { status: 'active' | 'inactive' }
}

const REFUSALS: Record<string, Refusal> = {
  rule_full: {
    text: 'The rule was full: it had all its participants',
    action: 'See which rules are full',
    to: '/rules',
    search: { status: 'active' },
  },
  user_limit_reached: {
    text: 'The user had reached the rule’s payment limit',
    action: 'See the active rules',
    to: '/rules',
    search: { status: 'active' },
  },
  rule_inactive: {
    text: 'The rule was inactive',
    action: 'See the inactive rules',
    to: '/rules',
    search: { status: 'inactive' },
  },
  sub_rule_repeated: {
    text: 'The user had already done this sub-rule',
    action: 'See the rules',
    to: '/rules',
  },
  combined_by_sub_rule: {
    text: 'A combined rule was awarded by its own name, not by a sub-rule',
    action: 'See the rules',
    to: '/rules',
  },
  balance_limit: {
    text: 'The wallet had reached its limit',
    action: 'See the users',
    to: '/users',
  },
}

const refusalText = (reason: string): Refusal =>
  REFUSALS[reason] ?? { text: reason, action: 'See the rules', to: '/rules' }
