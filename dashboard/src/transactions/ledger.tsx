import { Button, Group, Paper, Stack } from '@mantine/core'
import { IconArrowsExchange, IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { LiveEvent } from '../live/event-listeners.ts'
import { useUnseenEvents } from '../live/unseen-events.ts'
import { counted } from '../shared/coins.ts'
import { Empty } from '../shared/empty.tsx'
import { Loaded, Outline } from '../shared/loaded.tsx'
import { More } from '../shared/pager.tsx'
import { type Transaction, transactionsQuery } from './queries.ts'
import { TransactionDrawer } from './transaction-drawer.tsx'
import { concernsFilter, isFiltered, type TransactionFilter } from './transaction-filter.ts'
import { TransactionTable } from './transaction-table.tsx'

/** The transactions that pass a filter, read further back as long as there are more. */
export function Ledger({ filter }: { filter: TransactionFilter }) {
  const queries = useQueryClient()
  const concerns = useCallback((event: LiveEvent) => concernsFilter(filter, event), [filter])
  const { isFollowing, unseen, stop, follow } = useUnseenEvents(concerns)
  const options = transactionsQuery(filter)
  const query = useInfiniteQuery({ ...options, meta: { live: isFollowing } })
  const [shown, setShown] = useState<Transaction | null>(null)

  const showNewest = () => {
    follow()
    void queries.resetQueries(options)
  }
  const showMore = () => {
    stop()
    void query.fetchNextPage()
  }

  return (
    <Loaded query={query} outline={<Outline rows={8} />}>
      {({ pages }) => {
        const transactions = pages.flatMap(({ data }) => data)
        if (transactions.length === 0) return <NoTransactions filter={filter} />
        return (
          <Stack>
            {unseen > 0 && (
              <Group justify="center" role="status">
                <Button
                  size="compact-sm"
                  leftSection={<IconArrowUp size={14} aria-hidden />}
                  onClick={showNewest}
                >
                  {counted(unseen, 'new transaction')}
                </Button>
              </Group>
            )}
            <TransactionTable transactions={transactions} show={setShown} />
            <More hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} load={showMore} />
            <TransactionDrawer transaction={shown} close={() => setShown(null)} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function NoTransactions({ filter }: { filter: TransactionFilter }) {
  return (
    <Paper className="card">
      {isFiltered(filter) ? (
        <Empty
          icon={IconArrowsExchange}
          title="No transaction fits the filter"
          action={
            <Button variant="default" component={Link} to="/transactions">
              Show all transactions
            </Button>
          }
        >
          Choose other days, another type or another user.
        </Empty>
      ) : (
        <Empty
          icon={IconArrowsExchange}
          title="No coins have moved yet"
          action={
            <Button component={Link} to="/rules">
              To the rules
            </Button>
          }
        >
          Once a rule is awarded and pays, the transaction is here.
        </Empty>
      )}
    </Paper>
  )
}
