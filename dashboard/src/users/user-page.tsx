import { Anchor, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiFailure } from '../api/failure.ts'
import { Page } from '../frame/page.tsx'
import { Card } from '../shared/card.tsx'
import { CopyableValue } from '../shared/copyable.tsx'
import { Loaded } from '../shared/loaded.tsx'
import { LeftUser } from './left-user.tsx'
import { memberName } from './member-name.ts'
import { type Member, memberQuery } from './queries.ts'
import { UserActions } from './user-actions.tsx'
import { UserDecisions } from './user-decisions.tsx'
import { UserStanding } from './user-standing.tsx'
import { UserTransactions } from './user-transactions.tsx'

export function UserPage() {
  const { userId } = useParams({ from: '/signed-in/users/$userId' })
  const query = useQuery(memberQuery(userId))
  if (query.error instanceof ApiFailure && query.error.status === 404)
    return <LeftUser key={userId} userId={userId} />
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
      about={
        <Group component="span" gap="sm">
          <Anchor component={Link} to="/users" size="sm">
            All users
          </Anchor>
          <span>@{member.userData?.tag}</span>
          <CopyableValue text={member.userId} what="the id of the user" />
        </Group>
      }
      actions={<UserActions member={member} />}
    >
      <UserStanding member={member} />
      <UserTabs userId={member.userId} member={member} />
    </Page>
  )
}

/** What happened with a user; only of one who is still there something can be taken back. */
export function UserTabs({ userId, member }: { userId: string; member?: Member }) {
  const { tab = 'awards' } = useSearch({ from: '/signed-in/users/$userId' })
  const navigate = useNavigate({ from: '/users/$userId' })
  const show = (next: string | null) =>
    void navigate({ search: { tab: next === 'transactions' ? next : undefined }, replace: true })
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
        <Card title="Transactions" about="Every coin that entered or left the wallet, the newest first.">
          <UserTransactions userId={userId} />
        </Card>
      </Tabs.Panel>
    </Tabs>
  )
}
