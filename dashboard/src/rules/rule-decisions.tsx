import { Text } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isDecided } from '../awards/decided.ts'
import { DecisionRow } from '../awards/decision-row.tsx'
import { ruleDecisionsQuery } from '../awards/queries.ts'
import { Card } from '../components/card.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { Empty } from '../components/empty-state.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useFollowing } from '../event-stream/live-list.ts'
import { UserLink } from '../members/member-link.tsx'

const DECISIONS_AT_ONCE = 10

/** What came of the awards of one rule, the newest first. */
export function RuleDecisions({ ruleId, ruleName }: { ruleId: string; ruleName: string }) {
  const concerns = useCallback(
    (event: LiveEvent) => isDecided(event) && event.data.ruleId === ruleId,
    [ruleId],
  )
  const options = ruleDecisionsQuery({ ruleName, limit: DECISIONS_AT_ONCE })
  const following = useFollowing({ queryKey: options.queryKey, noun: 'award', concerns })
  const query = useInfiniteQuery({ ...options, ...following.reading })
  return (
    <Card title="Recent awards" about="Whether they paid, counted or were refused, and why.">
      <CursorList
        query={query}
        rowsOf={({ decisions }) => decisions}
        following={following}
        empty={
          <Empty icon={IconGift} title="Not awarded yet">
            Award it from your backend with the request on this page, or by hand from the page of a user.
          </Empty>
        }
      >
        {(decisions) => (
          <ul className="rows">
            {decisions.map((decision) => (
              <DecisionRow
                key={decision.id}
                decision={decision}
                about={
                  <>
                    <UserLink userId={decision.userId} fw={550}>
                      {decision.person.name}
                    </UserLink>
                    {decision.ruleName !== ruleName && (
                      <Text size="sm" c="dimmed">
                        {decision.ruleName}
                      </Text>
                    )}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </CursorList>
    </Card>
  )
}
