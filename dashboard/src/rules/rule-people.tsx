import { LaurelError, type Rule, type RulePerson } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Amount } from '../components/amount.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { Time } from '../components/time.tsx'
import { coinsTitle, countText } from '../format/coins.ts'
import { MemberLabel } from '../members/member-link.tsx'
import { customerLabelOf } from '../members/member-name.ts'
import { rulePeopleQuery } from './queries.ts'
import type { PeopleSort, RuleSearch } from './rule-search.ts'

/** Everyone whom the rule paid, or who is on the way. */
export function RulePeople({ rule, search }: { rule: Rule; search: RuleSearch }) {
  const sort: PeopleSort = search.sort ?? 'coins'
  const sorted = useInfiniteQuery(rulePeopleQuery(rule.id, sort))
  // The service does not sort the people of a rule that has very many.
  const areTooMany = sorted.error instanceof LaurelError && sorted.error.status === 400
  return (
    <>
      <Text size="sm" c="dimmed">
        Since the rule began, whatever days are chosen.
      </Text>
      {areTooMany ? <Unsorted rule={rule} /> : <People rule={rule} query={sorted} sort={sort} />}
    </>
  )
}

function Unsorted({ rule }: { rule: Rule }) {
  const query = useInfiniteQuery(rulePeopleQuery(rule.id, undefined))
  return (
    <>
      <Text size="sm" c="dimmed">
        There are too many people to sort them.
      </Text>
      <People rule={rule} query={query} sort={null} />
    </>
  )
}

function People({
  rule,
  query,
  sort,
}: {
  rule: Rule
  query: ReturnType<typeof useInfiniteQuery<{ data: RulePerson[]; next: string | null }>>
  sort: PeopleSort | null
}) {
  return (
    <CursorList
      query={query}
      rowsOf={({ data }) => data}
      loading={<LoadingRows rows={6} />}
      empty={
        <EmptyState icon={IconUsers} title="Nobody yet">
          Whoever is paid by this rule, or is on the way to a payment, is listed here.
        </EmptyState>
      }
    >
      {(people) => <PeopleTable rule={rule} people={people} sort={sort} />}
    </CursorList>
  )
}

function PeopleTable({ rule, people, sort }: { rule: Rule; people: RulePerson[]; sort: PeopleSort | null }) {
  const navigate = useNavigate({ from: '/rules/$ruleId' })
  const sortBy = (name: PeopleSort) =>
    sort === null
      ? undefined
      : {
          isCurrent: sort === name,
          choose: () =>
            void navigate({
              search: (now) => ({ ...now, sort: name === 'coins' ? undefined : name }),
              replace: true,
              resetScroll: false,
            }),
        }
  const hasProgress = rule.type !== 'single'
  return (
    <DataTable
      label="People"
      rows={people}
      keyOf={({ user }) => user.userId}
      link={({ user }, props) => <Link to="/members/$userId" params={{ userId: user.userId }} {...props} />}
      columns={[
        {
          name: 'Member',
          cell: ({ user }) => <MemberLabel user={customerLabelOf(user)} />,
          phone: 'title',
        },
        {
          name: 'Payments',
          cell: ({ payments }) => countText(payments),
          isAmount: true,
          width: '16%',
          sort: sortBy('payments'),
        },
        {
          name: coinsTitle(),
          cell: ({ coins }) => <Amount coins={coins} />,
          isAmount: true,
          width: '18%',
          phone: 'value',
          sort: sortBy('coins'),
        },
        {
          name: 'Last',
          cell: ({ lastPaidAt }) => (lastPaidAt ? <Time at={lastPaidAt} /> : 'not yet'),
          isAmount: true,
          width: '18%',
          phone: 'aside',
          sort: sortBy('last'),
        },
        ...(hasProgress
          ? [
              {
                name: 'Progress',
                cell: ({ progress, needed }: RulePerson) => <Progress progress={progress} needed={needed} />,
                width: '20%' as const,
                phone: 'more' as const,
              },
            ]
          : []),
      ]}
    />
  )
}

/** "3 of 5", with a bar. */
function Progress({ progress, needed }: { progress: number; needed: number }) {
  return (
    <>
      {countText(progress)} of {countText(needed)}
      <span className="bar" aria-hidden>
        <span style={{ width: `${needed === 0 ? 0 : Math.min(100, (progress / needed) * 100)}%` }} />
      </span>
    </>
  )
}
