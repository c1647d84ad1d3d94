import type { Member } from '@laurel/sdk'
import { LaurelNotFound } from '@laurel/sdk'
import { Alert, Anchor, Badge, Group, Paper, SimpleGrid, Tabs, Text } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { transactionsQuery, userNameOf, userOf } from '../coins/queries.ts'
import { Card } from '../components/card.tsx'
import { CopyableValue } from '../components/copyable.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { coinsText, coinText, countText, ordinal } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { memberName } from '../members/member-name.ts'
import { memberQuery, positionQuery } from '../members/queries.ts'
import { ExternalId } from './external-id.tsx'
import { UserActions } from './user-actions.tsx'
import { UserDecisions } from './user-decisions.tsx'
import { UserTransactions } from './user-transactions.tsx'

export function UserPage() {
  const { userId } = useParams({ from: '/signed-in/users/$userId' })
  const query = useQuery(memberQuery(userId))
  if (query.error instanceof LaurelNotFound) return <FormerUser key={userId} userId={userId} />
  if (query.data) return <KnownUser key={userId} member={query.data} />
  return (
    <Page title="User">
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

function KnownUser({ member }: { member: Member }) {
  return (
    <Page
      title={memberName(member)}
      description={
        <Group component="span" gap="sm">
          <Anchor component={Link} to="/users" size="sm">
            All users
          </Anchor>
          <span>@{member.userData?.tag}</span>
          <CopyableValue text={member.userId} what="the id of the user" />
          <ExternalId member={member} />
        </Group>
      }
      actions={<UserActions member={member} />}
    >
      <UserTiles member={member} />
      <UserTabs userId={member.userId} member={member} />
    </Page>
  )
}

/** A former user, named from the ledger. */
function FormerUser({ userId }: { userId: string }) {
  const { data } = useInfiniteQuery(transactionsQuery({ user: userId }))
  const latest = data?.pages[0]?.data[0]
  const user = latest && userOf(latest)
  return (
    <Page
      title={latest ? userNameOf(latest) : 'Not one of your users'}
      description={
        <Group component="span" gap="sm">
          <Anchor component={Link} to="/users" size="sm">
            All users
          </Anchor>
          {user?.tag && <span>@{user.tag}</span>}
          {user && (
            <Badge component="span" variant="dot" color="gray" tt="none" fw={500}>
              Left
            </Badge>
          )}
          <CopyableValue text={userId} what="the id of the user" />
        </Group>
      }
    >
      <Alert color="gray" icon={<IconDoorExit aria-hidden />} title="Not one of your users now">
        This user has left or never joined, and cannot receive awards. The wallet, points and progress of a
        former user are kept and return when the user rejoins.
      </Alert>
      <UserTabs userId={userId} />
    </Page>
  )
}

function UserTiles({ member }: { member: Member }) {
  const { data: board } = useQuery(positionQuery(member.userId))
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="md">
      <Tile
        name="Wallet"
        description={member.wallet.owed === '0' ? undefined : `owes ${coinsText(member.wallet.owed)}`}
      >
        {coinText(member.wallet.coins)}
      </Tile>
      <Tile name="Points" description="Earned in total, less reversals">
        {coinText(member.wallet.points)}
      </Tile>
      <Tile name="Points board" description={board && `of ${countText(board.of)}`}>
        {board?.position ? ordinal(board.position) : '–'}
      </Tile>
      <Tile name="Joined" isSmall>
        <Timestamp at={member.createdAt} dayOnly />
      </Tile>
    </SimpleGrid>
  )
}

function Tile({
  name,
  description,
  isSmall = false,
  children,
}: {
  name: string
  description?: string | undefined
  isSmall?: boolean
  children: ReactNode
}) {
  return (
    <Paper className="card" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size={isSmall ? 'md' : 'xl'} fw={600} lh={1.4} className="figure">
        {children}
      </Text>
      {description && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </Paper>
  )
}

/** Awards can be reversed only for a current member. */
function UserTabs({ userId, member }: { userId: string; member?: Member }) {
  const { tab = 'awards' } = useSearch({ from: '/signed-in/users/$userId' })
  const navigate = useNavigate({ from: '/users/$userId' })
  const show = (next: string | null) =>
    void navigate({
      search: (now) => ({ ...now, tab: next === 'transactions' ? next : undefined }),
      replace: true,
    })
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="awards">Awards and decisions</Tabs.Tab>
        <Tabs.Tab value="transactions">Transactions</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="awards">
        <UserDecisions userId={userId} member={member} />
      </Tabs.Panel>
      <Tabs.Panel value="transactions">
        <Card title="Transactions" description="Every change of the wallet, newest first.">
          <UserTransactions userId={userId} />
        </Card>
      </Tabs.Panel>
    </Tabs>
  )
}
