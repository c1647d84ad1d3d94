import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import type { Member } from '../members/queries.ts'
import { UserDecisions } from './user-decisions.tsx'
import { UserTransactions } from './user-transactions.tsx'

/** What happened with a user; only of one who is still there something can be taken back. */
export function UserTabs({ userId, member }: { userId: string; member?: Member }) {
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
        <Card title="Transactions" about="Every coin that entered or left the wallet, the newest first.">
          <UserTransactions userId={userId} />
        </Card>
      </Tabs.Panel>
    </Tabs>
  )
}
