import { Badge, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Moment } from '../components/timestamp.tsx'
import { UserLink } from '../members/member-link.tsx'
import { titled } from '../members/member-name.ts'
import type { Transaction } from './queries.ts'
import { KIND_WORDS, kindOf, signedCoins, userOf } from './transaction-words.ts'

type Shown = { transaction: Transaction; show: (transaction: Transaction) => void }

/** A table where there is room for one, on a phone one below the other. */
export function TransactionTable({
  transactions,
  show,
}: {
  transactions: Transaction[]
  show: (transaction: Transaction) => void
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (isNarrow) {
    return (
      <Stack gap="xs" component="ul" p={0} m={0}>
        {transactions.map((transaction) => (
          <TransactionCard key={transaction.id} transaction={transaction} show={show} />
        ))}
      </Stack>
    )
  }
  return (
    <Paper className="card">
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Th className="number">Coins</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map((transaction) => (
            <TransactionRow key={transaction.id} transaction={transaction} show={show} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function TransactionRow({ transaction, show }: Shown) {
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={transaction.createdAt} />
      </Table.Td>
      <Table.Td>
        <What transaction={transaction} />
      </Table.Td>
      <Table.Td>
        <User transaction={transaction} />
        <Text size="xs" c="dimmed">
          @{userOf(transaction).tag}
        </Text>
      </Table.Td>
      <Table.Td className="number" fw={550}>
        {signedCoins(transaction)}
      </Table.Td>
      <Table.Td ta="right">
        <Details transaction={transaction} show={show} />
      </Table.Td>
    </Table.Tr>
  )
}

function TransactionCard({ transaction, show }: Shown) {
  return (
    <Paper className="card" component="li" p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <What transaction={transaction} />
          <User transaction={transaction} />
        </div>
        <Stack gap={2} align="flex-end">
          <Text fw={600}>{signedCoins(transaction)}</Text>
          <Text size="xs" c="dimmed" component="div">
            <Moment at={transaction.createdAt} />
          </Text>
          <Details transaction={transaction} show={show} />
        </Stack>
      </Group>
    </Paper>
  )
}

function What({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {KIND_WORDS[kindOf(transaction)]}
        </Text>
        {transaction.refunded && <TakenBack />}
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} maw={420} style={{ overflowWrap: 'anywhere' }}>
        {transaction.narration}
      </Text>
    </>
  )
}

function User({ transaction }: { transaction: Transaction }) {
  return <UserLink userId={transaction.userId}>{titled(userOf(transaction).fullname_businessName)}</UserLink>
}

function Details({ transaction, show }: Shown) {
  const what = `${signedCoins(transaction)} coins, ${titled(userOf(transaction).fullname_businessName)}`
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      c="dimmed"
      onClick={() => show(transaction)}
      aria-label={`Details of ${what}`}
    >
      Details
    </Button>
  )
}

export function TakenBack() {
  return (
    <Badge variant="outline" color="gray" tt="none" fw={500} size="sm" c="dimmed">
      Taken back
    </Badge>
  )
}
