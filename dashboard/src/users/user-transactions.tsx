import { Table, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { kindOf, signedCoins, type Transaction, transactionsQuery } from '../coins/queries.ts'
import { concernsFilter, type TransactionKind } from '../coins/transaction-filter.ts'
import { CursorList } from '../components/cursor-list.tsx'
import { Empty } from '../components/empty-state.tsx'
import { Moment } from '../components/timestamp.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useFollowing } from '../event-stream/live-list.ts'

/** As the user's wallet sees it. */
const WORDS: Record<TransactionKind, string> = {
  award: 'Award paid',
  transfer: 'Taken from the wallet',
  reversal: 'Award taken back',
}

/** What entered and left one wallet. */
export function UserTransactions({ userId }: { userId: string }) {
  const concerns = useCallback((event: LiveEvent) => concernsFilter({ user: userId }, event), [userId])
  const options = transactionsQuery({ user: userId })
  const following = useFollowing({ queryKey: options.queryKey, noun: 'transaction', concerns })
  const query = useInfiniteQuery({ ...options, ...following.reading })
  return (
    <CursorList
      query={query}
      rowsOf={({ data }) => data}
      following={following}
      empty={
        <Empty icon={IconArrowsExchange} title="Nothing has moved yet">
          The first paid award is the first line here.
        </Empty>
      }
    >
      {(transactions) => <TransactionTable transactions={transactions} />}
    </CursorList>
  )
}

function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  return (
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
                {WORDS[kindOf(each)]}
                {each.refunded && ', taken back since'}
              </Text>
              <Text size="sm" c="dimmed">
                {each.narration}
              </Text>
              <Text size="sm" c="dimmed" hiddenFrom="sm">
                <Moment at={each.createdAt} />
              </Text>
            </Table.Td>
            <Table.Td className="number">{signedCoins(each)}</Table.Td>
            <Table.Td className="number" visibleFrom="sm">
              <Moment at={each.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
