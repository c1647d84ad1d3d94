import type { Query, Rule } from '@laurel/sdk'
import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconFileSpreadsheet, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import { Tabs } from '../components/tabs.tsx'
import { changeText, coinName, coinsTitle, coinText, countText } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { rulesQuery } from './queries.ts'
import { refusedPercent } from './rule-results.tsx'
import type { RuleState, RulesSearch } from './rule-search.ts'
import { RuleStatusBadge } from './rule-summary.tsx'
import { RULE_TYPES, titleOf } from './rule-text.ts'
import { RulesCalendar } from './rules-calendar.tsx'

const RULES_PER_PAGE = 20

export function RulesPage() {
  const search = useSearch({ from: '/signed-in/rules' })
  const mayCreate = useMay('createRule')
  const mayAward = useMay('awardRules')
  return (
    <Page
      title="Rules"
      actions={
        <>
          {mayAward && (
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/rules/award" {...props} />}
            >
              Award from a list
            </Button>
          )}
          {mayCreate && <CreateButton />}
        </>
      }
    >
      <Tabs
        label="Views of the rules"
        tabs={[
          {
            label: 'List',
            to: '/rules',
            search: { ...search, view: undefined },
            isCurrent: search.view === undefined,
          },
          {
            label: 'Calendar',
            to: '/rules',
            search: { ...search, view: 'calendar' },
            isCurrent: search.view === 'calendar',
          },
        ]}
      />
      {search.view === 'calendar' ? <RulesCalendar /> : <RulesList filter={search} />}
    </Page>
  )
}

const CreateButton = () => (
  <Button leftSection={<IconPlus size={18} aria-hidden />} component={Link} to="/rules/new">
    New rule
  </Button>
)

/** How each state is called in the filter, and the query that finds it. */
const STATES: Record<RuleState, { label: string; query: Query<'listRules'> }> = {
  running: { label: 'Running', query: { phase: 'running', status: 'active' } },
  scheduled: { label: 'Scheduled', query: { phase: 'scheduled', status: 'active' } },
  paused: { label: 'Draft or paused', query: { status: 'inactive' } },
  full: { label: 'Full', query: { phase: 'full', status: 'active' } },
  exhausted: { label: 'Exhausted', query: { phase: 'exhausted', status: 'active' } },
  ended: { label: 'Ended', query: { phase: 'ended' } },
  archived: { label: 'Archived', query: { archived: 'only' } },
}

function queryOf({ search, state, type, sort, span, page }: RulesSearch): Query<'listRules'> {
  return {
    ...(state && STATES[state].query),
    search,
    type,
    sort,
    results: span ?? '30d',
    page,
    limit: RULES_PER_PAGE,
  }
}

function RulesList({ filter }: { filter: RulesSearch }) {
  const navigate = useNavigate({ from: '/rules' })
  const query = useQuery(rulesQuery(queryOf(filter)))
  const mayCreate = useMay('createRule')
  const isFiltered = Boolean(filter.search || filter.state || filter.type)
  const show = (change: Partial<RulesSearch>, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace, resetScroll: false })
  return (
    <>
      <Filters filter={filter} show={show} />
      <Loaded query={query} loading={<LoadingRows rows={6} />}>
        {({ data, count, lastpage }) => {
          if (count === 0) return <NoRules isFiltered={isFiltered} create={mayCreate && <CreateButton />} />
          if (data.length === 0)
            return <Navigate to="/rules" search={{ ...filter, page: lastpage }} replace />
          return (
            <>
              <RuleTable
                rules={data}
                sort={filter.sort}
                // The heading that sorts already leads back to the newest.
                onSort={(sort) => show({ sort: filter.sort === sort ? undefined : sort })}
              />
              <Pager
                page={filter.page ?? 1}
                lastpage={lastpage}
                perPage={RULES_PER_PAGE}
                count={count}
                onChange={(page) => show({ page })}
              />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Filters({
  filter,
  show,
}: {
  filter: RulesSearch
  show: (change: Partial<RulesSearch>, options?: { replace?: boolean }) => void
}) {
  return (
    <Group gap="sm">
      <SearchBox
        label="Search by name"
        value={filter.search}
        onSearch={(search) => show({ search }, { replace: true })}
        maxLength={100}
        flex="1 1 220px"
        maw={{ sm: 320 }}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={{ base: 'calc(50% - 6px)', xs: 170 }}
        data={Object.entries(STATES).map(([value, { label }]) => ({ value: value as RuleState, label }))}
        value={filter.state ?? null}
        onChange={(state) => show({ state: state ?? undefined })}
      />
      <Select
        aria-label="Type"
        placeholder="Any type"
        clearable
        clearButtonProps={{ 'aria-label': 'Any type' }}
        w={{ base: 'calc(50% - 6px)', xs: 150 }}
        data={RULE_TYPES.map(({ value, title }) => ({ value, label: title }))}
        value={filter.type ?? null}
        onChange={(type) => show({ type: type ?? undefined })}
      />
      <SegmentedControl
        aria-label="Days of the results"
        value={filter.span ?? '30d'}
        onChange={(span) => show({ span: span === '30d' ? undefined : span })}
        data={[
          { value: '7d', label: '7 d' },
          { value: '30d', label: '30 d' },
          { value: '90d', label: '90 d' },
        ]}
      />
    </Group>
  )
}

function NoRules({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconListCheck}
        title="No rules found"
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/rules" search={{}} {...props} />}>
            Show all rules
          </Button>
        }
      >
        Change the search or the filters.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconListCheck} title="No rules yet" action={create}>
      A rule says how many {coinName().many} something earns, such as a first purchase. Your backend or your
      team awards it to members.
    </EmptyState>
  )
}

type Sort = NonNullable<RulesSearch['sort']>

function RuleTable({
  rules,
  sort,
  onSort,
}: {
  rules: Rule[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const sortBy = (name: Sort) => ({ isCurrent: sort === name, choose: () => onSort(name) })
  return (
    <DataTable
      label="Rules"
      rows={rules}
      keyOf={({ id }) => id}
      link={({ id }, props) => <Link to="/rules/$ruleId" params={{ ruleId: id }} {...props} />}
      columns={[
        { name: 'Rule', cell: titleOf, phone: 'title' },
        {
          name: coinsTitle(),
          cell: ({ results }) => (
            <span className="amount" data-credit={results?.coins === '0' ? undefined : true}>
              {coinText(results?.coins ?? '0')}
            </span>
          ),
          isAmount: true,
          width: '15%',
          phone: 'value',
          sort: sortBy('coins'),
        },
        {
          name: '±',
          cell: ({ results }) => results && changeText(results.previousCoins, results.coins),
          isAmount: true,
          width: '9%',
        },
        {
          name: 'By day',
          cell: ({ results }) => <Sparkline values={(results?.coinsByDay ?? []).map(Number)} />,
          isAmount: true,
          width: 112,
        },
        {
          name: 'People',
          cell: ({ results }) => countText(results?.people ?? 0),
          isAmount: true,
          width: '10%',
          sort: sortBy('people'),
        },
        {
          name: 'Refused',
          cell: ({ results }) => results && <Refused percent={refusedPercent(results)} />,
          isAmount: true,
          width: '11%',
          phone: 'more',
          sort: sortBy('refused'),
        },
        { name: 'Status', cell: (rule) => <RuleStatusBadge rule={rule} />, width: '13%', phone: 'aside' },
      ]}
    />
  )
}

const REFUSED_OFTEN_PERCENT = 10

function Refused({ percent }: { percent: number }) {
  return (
    <span className={percent > REFUSED_OFTEN_PERCENT ? 'refused-often' : undefined}>
      {percent} %<span className="phone-only"> refused</span>
    </span>
  )
}
