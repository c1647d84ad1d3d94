import { Stack, Table, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { coinText } from '../shared/coins.ts'
import { Empty } from '../shared/empty.tsx'
import { Loaded } from '../shared/loaded.tsx'
import { Moment } from '../shared/moment.tsx'
import { More } from '../shared/pager.tsx'
import { type Transaction, transactionsQuery } from './queries.ts'

const KINDS: Record<string, string> = {
  partner_user_award: 'Award paid',
  user_partner_transfer: 'Taken from the wallet',
  user_partner_reversal: 'Award taken back',
}

/** What entered and left one wallet. */
export function UserTransactions({ userId }: { userId: string }) {
  const query = useInfiniteQuery(transactionsQuery(userId))
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const transactions = pages.flatMap((page) => page.data)
        if (transactions.length === 0)
          return (
            <Empty icon={IconArrowsExchange} title="Nothing has moved yet">
              The first paid award is the first line here.
            </Empty>
          )
        return (
          <Stack gap="sm">
            <TransactionTable transactions={transactions} />
            <More
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              load={() => void query.fetchNextPage()}
            />
          </Stack>
        )
      }}
    </Loaded>
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
                {KINDS[each.transactionType] ?? each.transactionType}
                {each.refunded && ', taken back since'}
              </Text>
              <Text size="sm" c="dimmed">
                {each.narration}
              </Text>
              <Text size="sm" c="dimmed" hiddenFrom="sm">
                <Moment at={each.createdAt} />
              </Text>
            </Table.Td>
            <Table.Td className="number">
              {each.debitOrCredit === 'CR' ? '+' : '−'}
              {coinText(each.coins)}
            </Table.Td>
            <Table.Td className="number" visibleFrom="sm">
              <Moment at={each.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
