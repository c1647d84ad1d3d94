import { Anchor, Badge, Button, Drawer, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { actorText, Origin } from '../members/actor.tsx'
import { UserLink } from '../members/member-link.tsx'
import { useMay } from '../session/roles.ts'
import {
  KIND_LABELS,
  kindOf,
  signedCoins,
  type Transaction,
  undoneText,
  userNameOf,
  userOf,
} from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'

type RowProps = { transaction: Transaction; show: (transaction: Transaction) => void }

/** A table; on a phone a list of cards. */
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

function TransactionRow({ transaction, show }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Timestamp at={transaction.createdAt} />
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

function TransactionCard({ transaction, show }: RowProps) {
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
            <Timestamp at={transaction.createdAt} />
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
          {KIND_LABELS[kindOf(transaction)]}
        </Text>
        {transaction.refunded && <Undone transaction={transaction} />}
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} maw={420} style={{ overflowWrap: 'anywhere' }}>
        {transaction.narration}
      </Text>
      <Origin actor={transaction.actor} reference={transaction.reference} />
    </>
  )
}

function User({ transaction }: { transaction: Transaction }) {
  return <UserLink userId={transaction.userId}>{userNameOf(transaction)}</UserLink>
}

function Details({ transaction, show }: RowProps) {
  const what = `${signedCoins(transaction)} coins, ${userNameOf(transaction)}`
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

function Undone({ transaction }: { transaction: Transaction }) {
  return (
    <Badge variant="outline" color="gray" tt="none" fw={500} size="sm" c="dimmed">
      {undoneText(transaction)}
    </Badge>
  )
}

function AwardLink({ userId, awardId }: { userId: string; awardId: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to="/users/$userId" params={{ userId }} search={{ award: awardId }} {...props} />
      )}
    >
      See its decision
    </Anchor>
  )
}

export function TransactionDrawer({
  transaction,
  close,
}: {
  transaction: Transaction | null
  close: () => void
}) {
  return (
    <Drawer opened={transaction !== null} onClose={close} position="right" title="Transaction">
      {transaction && <TransactionDetail transaction={transaction} />}
    </Drawer>
  )
}

function TransactionDetail({ transaction }: { transaction: Transaction }) {
  const { id, narration, createdAt, updatedAt, refunded, userId, ruleName, awardId } = transaction
  const { actor, reference, metadata, originalId } = transaction
  const user = userOf(transaction)
  const [open, setOpen] = useState<'refund' | 'return' | null>(null)
  const mayRefund = useMay('refundCoins')
  const mayReturn = useMay('returnOrder')
  const isRefundable = mayRefund && kindOf(transaction) === 'transfer' && !refunded
  return (
    <Stack>
      <div>
        <Text size="xl" fw={650}>
          {signedCoins(transaction)} coins
        </Text>
        <Group gap="xs">
          <Text size="sm">{KIND_LABELS[kindOf(transaction)]}</Text>
          {refunded && <Undone transaction={transaction} />}
        </Group>
      </div>
      <DescriptionList
        cols={1}
        items={{
          For: narration,
          ...(ruleName && { Rule: ruleName }),
          ...(awardId && { Award: <AwardLink userId={userId} awardId={awardId} /> }),
          When: <Timestamp at={createdAt} exact />,
          ...(refunded && { [undoneText(transaction)]: <Timestamp at={updatedAt} exact /> }),
          By: actorText(actor),
          ...(reference && { Reference: <ReferenceLink reference={reference} /> }),
          ...Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [`“${key}”`, value])),
          User: (
            <>
              <UserLink userId={userId}>{userNameOf(transaction)}</UserLink> {user.tag && `@${user.tag}`}
            </>
          ),
          ...(originalId && {
            'Follows the transaction': <CopyableValue text={originalId} what="the id of the transaction" />,
          }),
          'Transaction id': <CopyableValue text={id} what="the transaction id" />,
          'User id': <CopyableValue text={userId} what="the user id" />,
          'Wallet id': <CopyableValue text={user.id} what="the wallet id" />,
        }}
      />
      <Group>
        {isRefundable && (
          <Button variant="default" onClick={() => setOpen('refund')}>
            Refund
          </Button>
        )}
        {mayReturn && reference && (
          <Button variant="default" onClick={() => setOpen('return')}>
            Return {reference}
          </Button>
        )}
      </Group>
      <RefundDialog transfer={open === 'refund' ? transaction : null} close={() => setOpen(null)} />
      <ReturnDialog isOpen={open === 'return'} reference={reference ?? ''} close={() => setOpen(null)} />
    </Stack>
  )
}

/** Leads to everything with the same reference. */
function ReferenceLink({ reference }: { reference: string }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/transactions" search={{ reference }} {...props} />}>
      {reference}
    </Anchor>
  )
}
