import type { Rule } from '@laurel/sdk'
import { Button, Group, Select } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Amount } from '../components/amount.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { rulesQuery } from './queries.ts'
import { participantsText, RuleStatusBadge } from './rule-summary.tsx'
import { RULE_TYPES, typeTitle } from './rule-text.ts'

const RULES_PER_PAGE = 20

export function RulesPage() {
  const filter = useSearch({ from: '/signed-in/rules' })
  const navigate = useNavigate({ from: '/rules' })
  const query = useQuery(rulesQuery({ ...filter, limit: RULES_PER_PAGE }))
  const mayCreate = useMay('createRule')
  const isFiltered = Boolean(filter.search || filter.status || filter.type || filter.participants)
  const show = (change: Partial<typeof filter>, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace })
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} component={Link} to="/rules/new">
      New rule
    </Button>
  )
  return (
    <Page title="Rules" actions={create}>
      <Group gap="sm">
        <SearchBox
          label="Search by name"
          value={filter.search}
          onSearch={(search) => show({ search }, { replace: true })}
          maxLength={100}
          flex="1 1 220px"
          maw={{ sm: 360 }}
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          clearable
          w={{ base: 'calc(50% - 6px)', xs: 160 }}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
          value={filter.status ?? null}
          onChange={(status) => show({ status: status ?? undefined })}
        />
        <Select
          aria-label="Type"
          placeholder="Any type"
          clearable
          w={{ base: 'calc(50% - 6px)', xs: 160 }}
          data={RULE_TYPES.map(({ value, title }) => ({ value, label: title }))}
          value={filter.type ?? null}
          onChange={(type) => show({ type: type ?? undefined })}
        />
        <Select
          aria-label="Participants"
          placeholder="Full or not"
          clearable
          w={{ base: 'calc(50% - 6px)', xs: 160 }}
          data={[
            { value: 'full', label: 'Full' },
            { value: 'open', label: 'Not full' },
          ]}
          value={filter.participants ?? null}
          onChange={(participants) => show({ participants: participants ?? undefined })}
        />
      </Group>
      <Loaded query={query} loading={<LoadingRows rows={6} />}>
        {({ data, count, lastpage }) => {
          if (count === 0) return <NoRules isFiltered={isFiltered} create={create} />
          if (data.length === 0)
            return <Navigate to="/rules" search={{ ...filter, page: lastpage }} replace />
          return (
            <>
              <RuleTable rules={data} />
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
    </Page>
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
      A rule says how many coins something earns, such as a first purchase. Your backend or your team awards
      it to users.
    </EmptyState>
  )
}

function RuleTable({ rules }: { rules: Rule[] }) {
  return (
    <DataTable
      label="Rules"
      rows={rules}
      keyOf={({ id }) => id}
      link={({ id }, props) => <Link to="/rules/$ruleId" params={{ ruleId: id }} {...props} />}
      columns={[
        { name: 'Rule', cell: ({ name }) => name, width: '24%', phone: 'title' },
        { name: 'Condition', cell: ({ condition }) => <span className="quiet">{condition}</span> },
        { name: 'Type', cell: ({ type }) => typeTitle(type), width: '10%' },
        {
          name: 'Coins',
          cell: ({ coinValue, perUnit }) => (
            <>
              <Amount coins={coinValue} />
              {perUnit && <span className="quiet"> per unit</span>}
            </>
          ),
          isAmount: true,
          width: '14%',
          phone: 'value',
        },
        { name: 'Participants', cell: participantsText, isAmount: true, width: '17%', phone: 'more' },
        { name: 'Status', cell: (rule) => <RuleStatusBadge rule={rule} />, width: '11%', phone: 'aside' },
      ]}
    />
  )
}
