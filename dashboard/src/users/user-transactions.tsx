import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import {
  isCredit,
  kindOf,
  signedCoins,
  type Transaction,
  transactionsQuery,
  undoneText,
} from '../coins/queries.ts'
import { RefundDialog } from '../coins/refund-dialog.tsx'
import { matchesFilter, type TransactionKind } from '../coins/transaction-filter.ts'
import { Amount } from '../components/amount.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Time } from '../components/time.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { Origin } from '../members/actor.tsx'
import { useMay } from '../session/roles.ts'

/** The texts take the wallet's point of view. */
const TEXTS: Record<TransactionKind, string> = {
  award: 'Award paid',
  transfer: 'Transferred to you',
  reversal: 'Award reversed',
  refund: 'Transfer refunded',
  added: 'Added by hand',
  taken: 'Taken by hand',
  settlement: 'Settled what was owed',
  opening: 'Imported',
}

export function UserTransactions({ userId }: { userId: string }) {
  const matches = useCallback((event: LiveEvent) => matchesFilter({ user: userId }, event), [userId])
  const options = transactionsQuery({ user: userId })
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'transaction', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <CursorList
      query={query}
      rowsOf={({ data }) => data}
      liveList={liveList}
      empty={
        <EmptyState icon={IconArrowsExchange} title="No transactions yet">
          The first paid award appears here.
        </EmptyState>
      }
    >
      {(transactions) => <TransactionTable transactions={transactions} />}
    </CursorList>
  )
}

function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  const [refunding, setRefunding] = useState<Transaction | null>(null)
  const mayRefund = useMay('refundCoins')
  return (
    <>
      <DataTable
        label="Transactions"
        rows={transactions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'What',
            cell: (each) => (
              <>
                {TEXTS[kindOf(each)]}
                {each.refunded && `, ${undoneText(each).toLowerCase()} since`}
              </>
            ),
            width: '26%',
            phone: 'title',
          },
          { name: 'Note', cell: ({ narration }) => narration },
          { name: 'By', cell: (each) => <Origin {...each} />, width: '26%', phone: 'more' },
          {
            name: 'Coins',
            cell: (each) => <Amount coins={String(each.coins)} isCredit={isCredit(each)} />,
            isAmount: true,
            width: '12%',
            phone: 'value',
          },
          {
            name: 'Actions',
            isNameHidden: true,
            cell: (each) =>
              mayRefund && kindOf(each) === 'transfer' && !each.refunded ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Refund ${signedCoins(each)}`}
                  onClick={() => setRefunding(each)}
                >
                  Refund
                </Button>
              ) : null,
            width: 72,
          },
          {
            name: 'When',
            cell: ({ createdAt }) => <Time at={createdAt} />,
            isAmount: true,
            width: '13%',
            phone: 'aside',
          },
        ]}
      />
      <RefundDialog transfer={refunding} close={() => setRefunding(null)} />
    </>
  )
}
