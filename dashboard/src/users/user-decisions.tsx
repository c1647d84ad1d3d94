import type { Member } from '@laurel/sdk'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { DecisionRow } from '../awards/decision-row.tsx'
import { type Decision, decisionQuery, isDecision, userDecisionsQuery } from '../awards/queries.ts'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { oneOf } from '../layout/search-params.ts'
import { useMay } from '../session/roles.ts'
import { ReverseDialog } from './reverse-dialog.tsx'

const DECISIONS_PER_PAGE = 20
const OUTCOMES = ['paid', 'counted', 'refused'] as const

export function UserDecisions({ userId, member }: { userId: string; member?: Member }) {
  const { outcome, award } = useSearch({ from: '/signed-in/members/$userId' })
  const navigate = useNavigate({ from: '/members/$userId' })
  if (award) return <OneAward id={award} member={member} />
  return (
    <Section
      title="Awards"
      isFirst
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
    </Section>
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
  const matches = useCallback(
    (event: LiveEvent) =>
      isDecision(event) && event.data.userId === userId && (!outcome || event.type === `award.${outcome}`),
    [userId, outcome],
  )
  const options = userDecisionsQuery({ userId, outcome, limit: DECISIONS_PER_PAGE })
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'award', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <CursorList
      query={query}
      rowsOf={({ decisions }) => decisions}
      liveList={liveList}
      empty={<NoDecisions isFiltered={outcome !== undefined} />}
    >
      {(decisions) => <DecisionRows decisions={decisions} member={member} />}
    </CursorList>
  )
}

/** An award that a transaction links to. */
function OneAward({ id, member }: { id: string; member: Member | undefined }) {
  const query = useQuery(decisionQuery(id))
  const navigate = useNavigate({ from: '/members/$userId' })
  return (
    <Section
      title="Award"
      isFirst
      actions={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void navigate({ search: (now) => ({ ...now, award: undefined }) })}
        >
          Show all awards
        </Button>
      }
    >
      <Loaded query={query} loading={<LoadingRows rows={1} />}>
        {(decision) =>
          decision ? (
            <DecisionRows decisions={[decision]} member={member} />
          ) : (
            <EmptyState icon={IconGift} title="Award not found">
              Check the address.
            </EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}

function DecisionRows({ decisions, member }: { decisions: Decision[]; member: Member | undefined }) {
  const [reversing, setReversing] = useState<Decision | null>(null)
  const mayReverse = useMay('reverseAward') && member !== undefined
  return (
    <>
      <ul className="rows">
        {decisions.map((decision) => (
          <DecisionRow
            key={decision.id}
            decision={decision}
            subject={
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
              decision.outcome !== 'refused' &&
              !decision.reversed && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Reverse ${decision.ruleName}`}
                  onClick={() => setReversing(decision)}
                >
                  Reverse
                </Button>
              )
            }
          />
        ))}
      </ul>
      {member && <ReverseDialog decision={reversing} member={member} close={() => setReversing(null)} />}
    </>
  )
}

function NoDecisions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon={IconGift} title="No awards with this outcome">
        Choose another outcome above.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconGift} title="No awards yet">
      Awards from your backend or your team appear here, with the reason when they do not pay.
    </EmptyState>
  )
}
