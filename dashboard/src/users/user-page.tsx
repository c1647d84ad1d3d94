import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiFailure } from '../api/failure.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Page } from '../layout/page.tsx'
import { memberName } from '../members/member-name.ts'
import { type Member, memberQuery } from '../members/queries.ts'
import { LeftUser } from './left-user.tsx'
import { UserActions } from './user-actions.tsx'
import { UserStanding } from './user-standing.tsx'
import { UserTabs } from './user-tabs.tsx'

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
