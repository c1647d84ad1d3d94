import './member-page.css'
import type { Member } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Avatar } from '../components/avatar.tsx'
import { CopyChip } from '../components/copy-chip.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { Page } from '../layout/page.tsx'
import { isUnlinked } from '../members/member-name.ts'
import { memberLabelOf, membersByIdQuery } from '../members/queries.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberAside } from './member-aside.tsx'
import { MemberTimeline } from './member-timeline.tsx'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function MemberPage() {
  const { userId } = useParams({ from: '/signed-in/members/$userId' })
  return UUID.test(userId) ? <ReadMember key={userId} userId={userId.toLowerCase()} /> : <NoMember />
}

/** Also one who left. */
function ReadMember({ userId }: { userId: string }) {
  const query = useQuery(membersByIdQuery([userId]))
  if (query.data) {
    const [member] = query.data
    return member ? <KnownMember member={member} /> : <NoMember />
  }
  return (
    <Page title="Member">
      <Loaded query={query} loading={<LoadingMember />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function LoadingMember() {
  return (
    <div className="member-columns">
      <LoadingRows rows={10} />
      <LoadingRows rows={4} height={64} />
    </div>
  )
}

function NoMember() {
  return (
    <Page title="Not one of your members">
      <EmptyState
        icon={IconUserQuestion}
        title="Nobody has this id"
        action={
          <Button variant="default" component={Link} to="/members">
            All members
          </Button>
        }
      >
        Check the address, or search for the member.
      </EmptyState>
    </Page>
  )
}

function KnownMember({ member }: { member: Member }) {
  const { name, tag } = memberLabelOf(member)
  return (
    <Page
      title={name}
      status={<MemberState member={member} />}
      description={
        <>
          <Avatar seed={tag ?? name} size={24} />
          {member.email && <CopyChip text={member.email} what="the e-mail address" />}
          {member.externalId && <CopyChip text={member.externalId} what="your own id of the member" />}
          {tag && <CopyChip text={`@${tag}`} what="the tag" />}
        </>
      }
      actions={<MemberActions member={member} />}
    >
      {member.leftAt && <Former member={member} />}
      <div className="member-columns">
        <MemberTimeline member={member} />
        <MemberAside member={member} />
      </div>
    </Page>
  )
}

/** One of no account yet, left, unlinked and erased; nothing for members with an account. */
function MemberState({ member }: { member: Member }) {
  const { leftAt, userData, hasAccount } = member
  if (isUnlinked(member)) return <Status tone="quiet">Unlinked</Status>
  if (!userData) return <Status tone="quiet">Erased</Status>
  if (leftAt) return <Status tone="quiet">Left</Status>
  return hasAccount ? null : <Status tone="waiting">No account yet</Status>
}

function Former({ member }: { member: Member }) {
  const { leftAt, userData } = member
  if (!leftAt) return null
  const [left, then] = isUnlinked(member) ? UNLINKED : userData ? LEFT : ERASED
  return (
    <p className="member-note">
      {left} <Time at={leftAt} format="day" />. {then}
    </p>
  )
}

const LEFT = [
  'Left on',
  'Awards are refused. Wallet, points and progress are kept, and return when the member rejoins.',
]
const UNLINKED = [
  'Ended the link to you on',
  'Who it was is no longer shown. Awards are refused. Wallet, points and progress are kept, and return when the member links again.',
]
const ERASED = ['Erased on', 'Amounts and limits are kept, without the person.']
