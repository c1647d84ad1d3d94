import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { isDecided } from '../awards/decided.ts'
import { DecisionRow } from '../awards/decision-row.tsx'
import { type Decision, userDecisionsQuery } from '../awards/queries.ts'
import { Card } from '../components/card.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { Empty } from '../components/empty-state.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useFollowing } from '../event-stream/live-list.ts'
import { oneOf } from '../layout/search-params.ts'
import type { Member } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { ReverseDialog } from './reverse-dialog.tsx'

const DECISIONS_AT_ONCE = 20
const OUTCOMES = ['paid', 'counted', 'refused'] as const

/** Why did this user get coins, or not? */
export function UserDecisions({ userId, member }: { userId: string; member?: Member }) {
  const { outcome } = useSearch({ from: '/signed-in/users/$userId' })
  const navigate = useNavigate({ from: '/users/$userId' })
  return (
    <Card
      title="What came of each award"
      about="The newest first: whether it paid, and why."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Outcome"
          value={outcome ?? 'all'}
          onChange={(value) =>
            void navigate({ search: (now) => ({ ...now, outcome: oneOf(value, OUTCOMES) }), replace: true })
          }
          data={[
            { value: 'all', label: 'All' },
            { value: 'paid', label: 'Paid' },
            { value: 'counted', label: 'Counted' },
            { value: 'refused', label: 'Refused' },
          ]}
        />
      }
    >
      <Decisions key={outcome ?? 'all'} userId={userId} outcome={outcome} member={member} />
    </Card>
  )
}

function Decisions({
  userId,
  outcome,
  member,
}: {
  userId: string
  outcome: (typeof OUTCOMES)[number] | undefined
  member: Member | undefined
}) {
  const concerns = useCallback(
    (event: LiveEvent) =>
      isDecided(event) && event.data.userId === userId && (!outcome || event.type === `award.${outcome}`),
    [userId, outcome],
  )
  const options = userDecisionsQuery({ userId, outcome, limit: DECISIONS_AT_ONCE })
  const following = useFollowing({ queryKey: options.queryKey, noun: 'award', concerns })
  const query = useInfiniteQuery({ ...options, ...following.reading })
  const [reversing, setReversing] = useState<Decision | null>(null)
  const mayReverse = useMay('reverseAward') && member !== undefined
  return (
    <>
      <CursorList
        query={query}
        rowsOf={({ decisions }) => decisions}
        following={following}
        empty={<NoDecisions isFiltered={outcome !== undefined} />}
      >
        {(decisions) => (
          <ul className="rows">
            {decisions.map((decision) => (
              <DecisionRow
                key={decision.id}
                decision={decision}
                about={
                  <Anchor
                    size="sm"
                    fw={550}
                    renderRoot={(props) => (
                      <Link to="/rules/$ruleId" params={{ ruleId: decision.ruleId }} {...props} />
                    )}
                  >
                    {decision.ruleName}
                  </Anchor>
                }
                action={
                  mayReverse &&
                  decision.outcome === 'paid' &&
                  !decision.reversed && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Take back ${decision.ruleName}`}
                      onClick={() => setReversing(decision)}
                    >
                      Take back
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </CursorList>
      {member && <ReverseDialog decision={reversing} member={member} close={() => setReversing(null)} />}
    </>
  )
}

function NoDecisions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon={IconGift} title="None of these">
        Choose another outcome above.
      </Empty>
    )
  return (
    <Empty icon={IconGift} title="No awards yet">
      What your backend or your team awards to this user is shown here, with the reason when it does not pay.
    </Empty>
  )
}
