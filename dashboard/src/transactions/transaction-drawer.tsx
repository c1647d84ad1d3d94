import { Drawer, Group, Stack, Text } from '@mantine/core'
import { CopyableValue } from '../components/copyable.tsx'
import { Facts } from '../components/description-list.tsx'
import { Moment } from '../components/timestamp.tsx'
import { UserLink } from '../members/member-link.tsx'
import { titled } from '../members/member-name.ts'
import type { Transaction } from './queries.ts'
import { TakenBack } from './transaction-table.tsx'
import { KIND_WORDS, kindOf, signedCoins, userOf } from './transaction-words.ts'

/** All there is to know of one transaction, with the ids that support and programs ask for. */
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
  const { id, narration, createdAt, updatedAt, refunded, userId } = transaction
  const user = userOf(transaction)
  return (
    <Stack>
      <div>
        <Text size="xl" fw={650}>
          {signedCoins(transaction)} coins
        </Text>
        <Group gap="xs">
          <Text size="sm">{KIND_WORDS[kindOf(transaction)]}</Text>
          {refunded && <TakenBack />}
        </Group>
      </div>
      <Facts
        cols={1}
        facts={{
          For: narration,
          When: <Moment at={createdAt} exact />,
          ...(refunded && { 'Taken back': <Moment at={updatedAt} exact /> }),
          User: (
            <>
              <UserLink userId={userId}>{titled(user.fullname_businessName)}</UserLink> @{user.tag}
            </>
          ),
          'Transaction id': <CopyableValue text={id} what="the transaction id" />,
          'User id': <CopyableValue text={userId} what="the user id" />,
          'Wallet id': <CopyableValue text={user.id} what="the wallet id" />,
        }}
      />
    </Stack>
  )
}
