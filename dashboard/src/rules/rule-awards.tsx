import type { Rule } from '@laurel/sdk'
import { CloseButton, Text } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isDecision, type NamedDecision, ruleDecisionsQuery } from '../awards/queries.ts'
import { Amount } from '../components/amount.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { Time } from '../components/time.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { coinText } from '../format/coins.ts'
import { daysOf } from '../format/range.ts'
import { outcomeText, reasonText, refusalText } from '../format/sentences.ts'
import { dayIn, dayText, programmeZone } from '../format/time.ts'
import { actorText } from '../members/actor.ts'
import { MemberLabel } from '../members/member-link.tsx'
import type { RuleSearch } from './rule-search.ts'

const AWARDS_PER_PAGE = 20

/** The awards of the rule in the chosen days, the latest first. */
export function RuleAwards({ rule, search }: { rule: Rule; search: RuleSearch }) {
  const { outcome, reason, day } = search
  const { from, to } = day ? { from: day, to: day } : daysOf(search)
  const matches = useCallback(
    (event: LiveEvent) => {
      if (!isDecision(event) || event.data.ruleId !== rule.id) return false
      const date = dayIn(programmeZone(), new Date(event.createdAt))
      return (
        (outcome === undefined || event.type === `award.${outcome}`) &&
        (reason === undefined || event.data.reason === reason) &&
        date >= from &&
        date <= to
      )
    },
    [rule.id, outcome, reason, from, to],
  )
  const options = ruleDecisionsQuery({
    ruleName: rule.name,
    outcome,
    reason,
    day: from,
    toDay: to,
    limit: AWARDS_PER_PAGE,
  })
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'award', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  const isFiltered = Boolean(outcome || reason || day)
  return (
    <>
      <Filters search={search} />
      <CursorList
        query={query}
        rowsOf={({ decisions }) => decisions}
        liveList={liveList}
        loading={<LoadingRows rows={6} />}
        empty={
          <EmptyState icon={IconGift} title={isFiltered ? 'No such awards' : 'Not awarded in these days'}>
            {isFiltered
              ? 'Choose other days, or show all awards.'
              : 'Awards appear here as soon as your backend or your team makes them.'}
          </EmptyState>
        }
      >
        {(awards) => <AwardTable rule={rule} awards={awards} />}
      </CursorList>
    </>
  )
}

const OUTCOMES = [
  [undefined, 'All'],
  ['paid', 'Paid'],
  ['counted', 'Counted'],
  ['refused', 'Refused'],
] as const

function Filters({ search: { outcome, reason, day } }: { search: RuleSearch }) {
  const navigate = useNavigate({ from: '/rules/$ruleId' })
  const show = (change: Partial<RuleSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })
  return (
    <div className="chips">
      {OUTCOMES.map(([value, label]) => (
        <button
          key={label}
          type="button"
          className="chip"
          aria-pressed={outcome === value}
          onClick={() => show({ outcome: value, reason: undefined })}
        >
          {label}
        </button>
      ))}
      {reason && <Chosen text={refusalText(reason)} clear={() => show({ reason: undefined })} />}
      {day && <Chosen text={dayText(day)} clear={() => show({ day: undefined })} />}
    </div>
  )
}

function Chosen({ text, clear }: { text: string; clear: () => void }) {
  return (
    <span className="chip">
      <span className="cut">{text}</span>
      <CloseButton size="xs" aria-label={`Do not filter by ${text}`} onClick={clear} />
    </span>
  )
}

function AwardTable({ rule, awards }: { rule: Rule; awards: NamedDecision[] }) {
  return (
    <DataTable
      label="Awards"
      rows={awards}
      keyOf={({ id }) => id}
      link={({ userId, id }, props) => (
        <Link to="/members/$userId" params={{ userId }} search={{ line: id }} {...props} />
      )}
      columns={[
        {
          name: 'Member',
          cell: ({ user }) => <MemberLabel user={user} isShort />,
          width: '24%',
          phone: 'title',
        },
        { name: 'What happened', cell: (award) => <Happened rule={rule} award={award} />, phone: 'more' },
        {
          name: 'For',
          cell: ({ reference, actor }) => (
            <span className="quiet" title={`By ${actorText(actor)}`}>
              {reference ?? `by ${actorText(actor)}`}
            </span>
          ),
          width: '18%',
        },
        {
          name: 'Outcome',
          cell: (award) => <Outcome award={award} />,
          isAmount: true,
          width: '18%',
          phone: 'value',
        },
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: '14%',
          phone: 'aside',
        },
      ]}
    />
  )
}

function Happened({ rule, award }: { rule: Rule; award: NamedDecision }) {
  const text = [
    ...(award.ruleName === rule.name ? [] : [`${award.ruleName}:`]),
    reasonText(award),
    ...(award.units ? [`For ${coinText(award.units)} units.`] : []),
  ].join(' ')
  return (
    <span className="quiet" title={award.note ? `${text} Note: ${award.note}` : text}>
      {text}
    </span>
  )
}

function Outcome({ award }: { award: NamedDecision }) {
  if (award.outcome === 'paid' && !award.reversed) return <Amount coins={award.left} isCredit />
  return (
    <Text span inherit c={award.outcome === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}>
      {outcomeText(award)}
    </Text>
  )
}
