import { Anchor, Stack, Text } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DecisionRow } from '../awards/decision-row.tsx'
import { type Decision, decisionsQuery } from '../awards/queries.ts'
import { Card } from '../shared/card.tsx'
import { Empty } from '../shared/empty.tsx'
import { Loaded } from '../shared/loaded.tsx'
import { More } from '../shared/pager.tsx'
import { memberName } from '../users/member-name.ts'
import { membersByIdQuery } from '../users/queries.ts'

const DECISIONS_AT_ONCE = 10
const IDS_MAX = 100

/** What came of the awards of one rule, the newest first. */
export function RuleDecisions({ ruleName }: { ruleName: string }) {
  const query = useInfiniteQuery(decisionsQuery({ ruleName, limit: DECISIONS_AT_ONCE }))
  return (
    <Card title="Recent awards" about="Whether they paid, counted or were refused, and why.">
      <Loaded query={query}>
        {({ pages }) => {
          const decisions = pages.flatMap((page) => page.decisions)
          if (decisions.length === 0)
            return (
              <Empty icon={IconGift} title="Not awarded yet">
                Award it from your backend with the request on this page, or by hand from the page of a user.
              </Empty>
            )
          return (
            <Stack gap={0}>
              <ul className="rows">
                {pages.map((page) => (
                  <DecisionsOfUsers
                    key={page.decisions[0]?.id}
                    decisions={page.decisions}
                    ruleName={ruleName}
                  />
                ))}
              </ul>
              <More
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                load={() => void query.fetchNextPage()}
              />
            </Stack>
          )
        }}
      </Loaded>
    </Card>
  )
}

function DecisionsOfUsers({ decisions, ruleName }: { decisions: Decision[]; ruleName: string }) {
  const ids = [...new Set(decisions.map(({ userId }) => userId))].slice(0, IDS_MAX)
  const { data: members } = useQuery(membersByIdQuery(ids))
  return decisions.map((decision) => {
    const member = members?.get(decision.userId)
    return (
      <DecisionRow
        key={decision.id}
        decision={decision}
        about={
          <>
            <Anchor
              renderRoot={(props) => (
                <Link to="/users/$userId" params={{ userId: decision.userId }} {...props} />
              )}
              size="sm"
              fw={550}
            >
              {member ? memberName(member) : members ? 'A user who has left' : '…'}
            </Anchor>
            {decision.ruleName !== ruleName && (
              <Text size="sm" c="dimmed">
                {decision.ruleName}
              </Text>
            )}
          </>
        }
      />
    )
  })
}
