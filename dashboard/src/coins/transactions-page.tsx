import '@mantine/dates/styles.css'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowsExchange, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { HistoryFrame } from '../layout/history-frame.tsx'
import { useMay } from '../session/roles.ts'
import { ExportDialog } from './export-dialog.tsx'
import { Filters } from './filter-bar.tsx'
import { type Transaction, transactionsQuery } from './queries.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { isFiltered, matchesFilter, type TransactionFilter } from './transaction-filter.ts'
import { TransactionDrawer, TransactionTable } from './transaction-table.tsx'

export function TransactionsPage() {
  const filter = useSearch({ from: '/signed-in/history' })
  const mayExport = useMay('exportTransactions')
  const mayReturn = useMay('returnOrder')
  const [isExporting, exporting] = useDisclosure(false)
  const [isReturning, returning] = useDisclosure(false)
  return (
    <HistoryFrame
      actions={
        <>
          {mayReturn && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={returning.open}
            >
              Return an order
            </Button>
          )}
          {mayExport && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={exporting.open}
            >
              Export
            </Button>
          )}
        </>
      }
    >
      <Filters filter={filter} />
      <Ledger key={JSON.stringify(filter)} filter={filter} />
      <ExportDialog filter={filter} isOpen={isExporting} close={exporting.close} />
      <ReturnDialog isOpen={isReturning} reference={filter.reference ?? ''} close={returning.close} />
    </HistoryFrame>
  )
}

function Ledger({ filter }: { filter: TransactionFilter }) {
  const matches = useCallback((event: LiveEvent) => matchesFilter(filter, event), [filter])
  const options = transactionsQuery(filter)
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'transaction', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  const [transaction, setTransaction] = useState<Transaction | null>(null)
  return (
    <>
      <CursorList
        query={query}
        rowsOf={({ data }) => data}
        loading={<LoadingRows rows={8} />}
        empty={<NoTransactions filter={filter} />}
        liveList={liveList}
      >
        {(transactions) => <TransactionTable transactions={transactions} show={setTransaction} />}
      </CursorList>
      <TransactionDrawer transaction={transaction} close={() => setTransaction(null)} />
    </>
  )
}

function NoTransactions({ filter }: { filter: TransactionFilter }) {
  if (isFiltered(filter))
    return (
      <EmptyState
        icon={IconArrowsExchange}
        title="No transactions found"
        action={
          <Button variant="default" component={Link} to="/history">
            Show all transactions
          </Button>
        }
      >
        Choose other days, another type, user or reference.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No transactions yet"
      action={
        <Button component={Link} to="/rules">
          Go to the rules
        </Button>
      }
    >
      Transactions appear here once a rule pays.
    </EmptyState>
  )
}
