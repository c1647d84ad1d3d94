import { Anchor, Badge, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Moment } from '../shared/moment.tsx'
import type { Transaction } from './queries.ts'
import { KIND_WORDS, kindOf } from './transaction-filter.ts'
import { signedCoins, userOf } from './transaction-words.ts'

export function TransactionTable({
  transactions,
  show,
}: {
  transactions: Transaction[]
  show: (transaction: Transaction) => void
}) {
  return (
    <Paper className="card">
      <Table.ScrollContainer minWidth={680}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
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
      </Table.ScrollContainer>
    </Paper>
  )
}

function TransactionRow({
  transaction,
  show,
}: {
  transaction: Transaction
  show: (transaction: Transaction) => void
}) {
  const user = userOf(transaction)
  const kind = KIND_WORDS[kindOf(transaction.transactionType)]
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={transaction.createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {kind}
          </Text>
          {transaction.refunded && <TakenBack />}
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} maw={420}>
          {transaction.narration}
        </Text>
      </Table.Td>
      <Table.Td>
        <Stack gap={0}>
          <Anchor component={Link} to={`/users/${transaction.userId}`} size="sm" tt="capitalize">
            {user.fullname_businessName}
          </Anchor>
          <Text size="xs" c="dimmed">
            @{user.tag}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td className="number" fw={550}>
        {signedCoins(transaction)}
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => show(transaction)}
          aria-label={`Details of ${signedCoins(transaction)} coins, ${kind}, ${user.fullname_businessName}`}
        >
          Details
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

export function TakenBack() {
  return (
    <Badge variant="outline" color="gray" tt="none" fw={500} size="sm" c="dimmed">
      Taken back
    </Badge>
  )
}
