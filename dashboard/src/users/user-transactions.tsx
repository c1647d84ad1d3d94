import { Button, Table, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { kindOf, signedCoins, type Transaction, transactionsQuery, undoneText } from '../coins/queries.ts'
import { RefundDialog } from '../coins/refund-dialog.tsx'
import { matchesFilter, type TransactionKind } from '../coins/transaction-filter.ts'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Timestamp } from '../components/timestamp.tsx'
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
      <Table verticalSpacing="xs" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th className="number">Coins</Table.Th>
            <Table.Th className="number" visibleFrom="sm">
              When
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={550}>
                  {TEXTS[kindOf(each)]}
                  {each.refunded && `, ${undoneText(each).toLowerCase()} since`}
                </Text>
                <Text size="sm" c="dimmed">
                  {each.narration}
                </Text>
                <Origin actor={each.actor} reference={each.reference} />
                <Text size="sm" c="dimmed" hiddenFrom="sm">
                  <Timestamp at={each.createdAt} />
                </Text>
              </Table.Td>
              <Table.Td className="number">
                {signedCoins(each)}
                {mayRefund && kindOf(each) === 'transfer' && !each.refunded && (
                  <div>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Refund ${signedCoins(each)}`}
                      onClick={() => setRefunding(each)}
                    >
                      Refund
                    </Button>
                  </div>
                )}
              </Table.Td>
              <Table.Td className="number" visibleFrom="sm">
                <Timestamp at={each.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <RefundDialog transfer={refunding} close={() => setRefunding(null)} />
    </>
  )
}
