import { Button, Group, Select } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Status, type Tone } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { coinsText } from '../format/coins.ts'
import { percentOf } from '../format/percent.ts'
import { HistoryFrame } from '../layout/history-frame.tsx'
import { Origin } from '../members/actor.tsx'
import { UserLink } from '../members/member-link.tsx'
import { secretsQuery } from '../partners/queries.ts'
import { teamQuery } from '../team/queries.ts'
import {
  DECISION_KINDS,
  DECISION_OUTCOMES,
  type DecisionFilter,
  isFiltered,
  KIND_TEXT,
  OUTCOME_TEXT,
} from './decision-filter.ts'
import { type AnyDecision, decisionsQuery } from './queries.ts'

/** Every decided call, also refused ones, with its caller. */
export function DecisionsPage() {
  const filter = useSearch({ from: '/signed-in/history/decisions' })
  const query = useInfiniteQuery(decisionsQuery(filter))
  return (
    <HistoryFrame part="Decisions">
      <Filters filter={filter} />
      <CursorList
        query={query}
        rowsOf={({ decisions }) => decisions}
        loading={<LoadingRows rows={8} />}
        empty={<NoDecisions isFiltered={isFiltered(filter)} />}
      >
        {(decisions) => <DecisionTable decisions={decisions} />}
      </CursorList>
    </HistoryFrame>
  )
}

function Filters({ filter }: { filter: DecisionFilter }) {
  const navigate = useNavigate()
  const show = (search: DecisionFilter) => void navigate({ to: '/history/decisions', search })
  const actors = useActors()
  return (
    <Group gap="sm">
      <Select
        aria-label="Kind"
        placeholder="All kinds"
        w={{ base: '100%', xs: 160 }}
        data={DECISION_KINDS.map((value) => ({ value, label: KIND_TEXT[value] }))}
        value={filter.kind ?? null}
        onChange={(kind) => show({ ...filter, kind: kind ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
      />
      <Select
        aria-label="Outcome"
        placeholder="All outcomes"
        w={{ base: '100%', xs: 160 }}
        data={DECISION_OUTCOMES.map((value) => ({ value, label: OUTCOME_TEXT[value] }))}
        value={filter.outcome ?? null}
        onChange={(outcome) => show({ ...filter, outcome: outcome ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All outcomes' }}
      />
      <Select
        aria-label="By"
        placeholder="By anyone"
        w={{ base: '100%', xs: 240 }}
        data={actors}
        value={filter.actor ?? null}
        onChange={(actor) => show({ ...filter, actor: actor ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'By anyone' }}
      />
      <SearchBox
        label="Reference"
        value={filter.reference}
        onSearch={(reference) => show({ ...filter, reference })}
        maxLength={100}
        w={{ base: '100%', xs: 180 }}
      />
    </Group>
  )
}

/** Who can ask now: the team and the valid secrets. */
function useActors() {
  const team = useQuery(teamQuery)
  const secrets = useQuery(secretsQuery)
  return [
    {
      group: 'Team',
      items: (team.data?.members ?? []).map(({ id, email }) => ({ value: id, label: email })),
    },
    {
      group: 'Client secrets',
      items: (secrets.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
}

/** "40 % of the order, 60 % so far". A refusal returned nothing. */
function shareText({ outcome, share, shareTotal }: { outcome: string; share: string; shareTotal: string }) {
  const isAll = outcome === 'refused' || share === shareTotal
  return `${percentOf(share)} of the order${isAll ? '' : `, ${percentOf(shareTotal)} so far`}`
}

const TONES: Record<string, Tone> = { refused: 'bad', counted: 'waiting', reversed: 'quiet' }

function DecisionTable({ decisions }: { decisions: AnyDecision[] }) {
  return (
    <DataTable
      label="Decisions"
      rows={decisions}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'What',
          cell: (decision) => (
            <>
              {KIND_TEXT[decision.kind]}
              {'ruleName' in decision && decision.ruleName && ` of ${decision.ruleName}`}
            </>
          ),
          width: '22%',
          phone: 'title',
        },
        {
          name: 'Outcome',
          cell: ({ outcome }) => <Status tone={TONES[outcome] ?? 'good'}>{OUTCOME_TEXT[outcome]}</Status>,
          width: '10%',
          phone: 'value',
        },
        { name: 'How much, or why not', cell: decisionText, isLong: true, phone: 'more' },
        { name: 'By', cell: (decision) => <Origin {...decision} />, width: '20%' },
        {
          name: 'Member',
          cell: ({ user, userId }) => user && userId && <UserLink userId={userId}>{user.name}</UserLink>,
          width: '15%',
        },
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: '10%',
          phone: 'aside',
        },
      ]}
    />
  )
}

function decisionText(decision: AnyDecision): string {
  const amount = decision.kind === 'return' ? shareText(decision) : coinsText(decision.coins)
  return decision.outcome === 'refused' && decision.explanation
    ? `${amount}: ${decision.explanation}`
    : amount
}

function NoDecisions({ isFiltered: hasFilter }: { isFiltered: boolean }) {
  if (!hasFilter)
    return (
      <EmptyState icon={IconGavel} title="No decisions yet">
        The first award appears here, whatever its outcome.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconGavel}
      title="No decisions found"
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/history/decisions" search={{}} {...props} />}
        >
          Show all decisions
        </Button>
      }
    >
      Choose another kind, outcome, person or reference.
    </EmptyState>
  )
}
