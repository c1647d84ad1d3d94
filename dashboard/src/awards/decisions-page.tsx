import { Badge, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { coinsText } from '../format/coins.ts'
import { percentOf } from '../format/percent.ts'
import { TransactionsFrame } from '../layout/transactions-frame.tsx'
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
  const filter = useSearch({ from: '/signed-in/transactions/decisions' })
  const query = useInfiniteQuery(decisionsQuery(filter))
  return (
    <TransactionsFrame
      part="Decisions"
      description="Every award, transfer, reversal, refund, adjustment and opening that was requested, also the refused ones, newest first."
    >
      <Filters filter={filter} />
      <Paper className="card" p={{ base: 'sm', sm: 'md' }}>
        <CursorList
          query={query}
          rowsOf={({ decisions }) => decisions}
          loading={<LoadingRows rows={8} />}
          empty={<NoDecisions isFiltered={isFiltered(filter)} />}
        >
          {(decisions) => (
            <ul className="rows">
              {decisions.map((decision) => (
                <DecisionLine key={decision.id} decision={decision} />
              ))}
            </ul>
          )}
        </CursorList>
      </Paper>
    </TransactionsFrame>
  )
}

function Filters({ filter }: { filter: DecisionFilter }) {
  const navigate = useNavigate()
  const show = (search: DecisionFilter) => void navigate({ to: '/transactions/decisions', search })
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

const COLOURS: Record<string, string> = { refused: 'red', counted: 'blue', reversed: 'gray' }

function DecisionLine({ decision }: { decision: AnyDecision }) {
  const { kind, outcome, user } = decision
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs" className="row">
      <Stack gap={4} miw={0} flex="1 1 220px">
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {KIND_TEXT[kind]}
            {'ruleName' in decision && decision.ruleName && ` of ${decision.ruleName}`}
          </Text>
          <Badge component="span" variant="dot" color={COLOURS[outcome] ?? 'laurel'} tt="none" fw={500}>
            {OUTCOME_TEXT[outcome]}
          </Badge>
        </Group>
        <Text size="sm">
          {decision.kind === 'return' ? shareText(decision) : coinsText(decision.coins)}
          {outcome === 'refused' && decision.explanation ? `: ${decision.explanation}` : ''}
        </Text>
        <Origin actor={decision.actor} reference={decision.reference} />
      </Stack>
      <Stack gap={2} align="flex-end">
        {user && decision.userId && <UserLink userId={decision.userId}>{user.name}</UserLink>}
        <Text size="sm" c="dimmed">
          <Timestamp at={decision.createdAt} />
        </Text>
      </Stack>
    </Group>
  )
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
          renderRoot={(props) => <Link to="/transactions/decisions" search={{}} {...props} />}
        >
          Show all decisions
        </Button>
      }
    >
      Choose another kind, outcome, person or reference.
    </EmptyState>
  )
}
