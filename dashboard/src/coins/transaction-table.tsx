import { Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Amount } from '../components/amount.tsx'
import { CopyableValue } from '../components/copyable.tsx'
import { DataTable } from '../components/data-table.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Time } from '../components/time.tsx'
import { coinName } from '../format/coins.ts'
import { actorText, Origin } from '../members/actor.tsx'
import { UserLink } from '../members/member-link.tsx'
import { useMay } from '../session/roles.ts'
import {
  isCredit,
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

export function TransactionTable({
  transactions,
  show,
}: {
  transactions: Transaction[]
  show: (transaction: Transaction) => void
}) {
  return (
    <DataTable
      label="Transactions"
      rows={transactions}
      keyOf={({ id }) => id}
      open={show}
      openName={(each) => `Details of ${signedCoins(each)} coins, ${userNameOf(each)}`}
      columns={[
        {
          name: 'What',
          cell: (each) => (
            <>
              {KIND_LABELS[kindOf(each)]}
              {each.refunded && <Undone transaction={each} />}
            </>
          ),
          width: '19%',
          phone: 'title',
        },
        { name: 'Note', cell: ({ narration }) => narration },
        { name: 'By', cell: (each) => <Origin {...each} />, width: '20%' },
        {
          name: 'Member',
          cell: (each) => (
            <>
              <UserLink userId={each.userId}>{userNameOf(each)}</UserLink>{' '}
              <span className="quiet">@{userOf(each).tag}</span>
            </>
          ),
          width: '20%',
          phone: 'more',
        },
        {
          name: 'Coins',
          cell: (each) => <Amount coins={String(each.coins)} isCredit={isCredit(each)} />,
          isAmount: true,
          width: '11%',
          phone: 'value',
        },
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: '11%',
          phone: 'aside',
        },
      ]}
    />
  )
}

function Undone({ transaction }: { transaction: Transaction }) {
  return <span className="quiet"> · {undoneText(transaction).toLowerCase()}</span>
}

function AwardLink({ userId, awardId }: { userId: string; awardId: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to="/members/$userId" params={{ userId }} search={{ award: awardId }} {...props} />
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
        <Text size="xl" className="display">
          {signedCoins(transaction)} {coinName().many}
        </Text>
        <Text size="sm">
          {KIND_LABELS[kindOf(transaction)]}
          {refunded && <Undone transaction={transaction} />}
        </Text>
      </div>
      <DescriptionList
        cols={1}
        items={{
          For: narration,
          ...(ruleName && { Rule: ruleName }),
          ...(awardId && { Award: <AwardLink userId={userId} awardId={awardId} /> }),
          When: <Time at={createdAt} format="exact" />,
          ...(refunded && { [undoneText(transaction)]: <Time at={updatedAt} format="exact" /> }),
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
    <Anchor size="sm" renderRoot={(props) => <Link to="/history" search={{ reference }} {...props} />}>
      {reference}
    </Anchor>
  )
}
