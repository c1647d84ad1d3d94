import { Alert, Anchor, Badge, Group } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyableValue } from '../components/copyable.tsx'
import { Page } from '../layout/page.tsx'
import { titled } from '../members/member-name.ts'
import { transactionsQuery } from '../transactions/queries.ts'
import { userOf } from '../transactions/transaction-words.ts'
import { UserTabs } from './user-tabs.tsx'

/** Someone who is no user of the partner any more, as far as the ledger still tells. */
export function LeftUser({ userId }: { userId: string }) {
  const { data } = useInfiniteQuery(transactionsQuery({ user: userId }))
  const latest = data?.pages[0]?.data[0]
  const user = latest && userOf(latest)
  return (
    <Page
      title={user ? titled(user.fullname_businessName) : 'Not one of your users'}
      about={
        <Group component="span" gap="sm">
          <Anchor component={Link} to="/users" size="sm">
            All users
          </Anchor>
          {user && <span>@{user.tag}</span>}
          {user && (
            <Badge component="span" variant="dot" color="gray" tt="none" fw={500}>
              Left
            </Badge>
          )}
          <CopyableValue text={userId} what="the id of the user" />
        </Group>
      }
    >
      <Alert color="gray" icon={<IconDoorExit aria-hidden />} title="Not a user of yours at the moment">
        This user has left, or never joined you, and cannot be awarded anything. Wallet, points and progress
        of someone who left are kept and come back when they join again. What happened before stays here.
      </Alert>
      <UserTabs userId={userId} />
    </Page>
  )
}
