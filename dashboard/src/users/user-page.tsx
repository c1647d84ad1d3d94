import type { Member } from '@laurel/sdk'
import { LaurelNotFound } from '@laurel/sdk'
import { Alert, Anchor } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { transactionsQuery, userNameOf, userOf } from '../coins/queries.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { Figure, Figures } from '../components/figure.tsx'
import { CoinIcon } from '../components/icons.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { Tabs } from '../components/tabs.tsx'
import { Time } from '../components/time.tsx'
import { coinsText, coinText, countText, ordinal } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { memberName } from '../members/member-name.ts'
import { memberQuery, positionQuery } from '../members/queries.ts'
import { ExternalId } from './external-id.tsx'
import { UserActions } from './user-actions.tsx'
import { UserDecisions } from './user-decisions.tsx'
import { UserTransactions } from './user-transactions.tsx'

export function UserPage() {
  const { userId } = useParams({ from: '/signed-in/members/$userId' })
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
        <>
          <Anchor component={Link} to="/members" size="sm">
            All members
          </Anchor>
          <span>@{member.userData?.tag}</span>
          <CopyableValue text={member.userId} what="the id of the user" />
          <ExternalId member={member} />
        </>
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
      status={user && <Status tone="quiet">Left</Status>}
      description={
        <>
          <Anchor component={Link} to="/members" size="sm">
            All members
          </Anchor>
          {user?.tag && <span>@{user.tag}</span>}
          <CopyableValue text={userId} what="the id of the user" />
        </>
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
  const { coins, points, owed } = member.wallet
  return (
    <Figures>
      <Figure
        label={
          <>
            <CoinIcon size={12} /> Wallet
          </>
        }
        value={coinText(coins)}
        tone="brass"
        note={owed === '0' ? undefined : `owes ${coinsText(owed)}`}
      />
      <Figure label="Points" value={coinText(points)} note="Earned in total, less reversals" />
      <Figure
        label="Points board"
        value={board?.position ? ordinal(board.position) : '–'}
        note={board && `of ${countText(board.of)}`}
      />
      <Figure label="Joined" value={<Time at={member.createdAt} format="day" />} />
    </Figures>
  )
}

/** Awards can be reversed only for a current member. */
function UserTabs({ userId, member }: { userId: string; member?: Member }) {
  const { tab = 'awards', outcome } = useSearch({ from: '/signed-in/members/$userId' })
  const link = { to: '/members/$userId', params: { userId } } as const
  return (
    <>
      <Tabs
        label="Parts of the page"
        tabs={[
          { ...link, search: { outcome }, label: 'Awards and decisions', isCurrent: tab === 'awards' },
          {
            ...link,
            search: { tab: 'transactions', outcome },
            label: 'Transactions',
            isCurrent: tab === 'transactions',
          },
        ]}
      />
      {tab === 'awards' ? (
        <UserDecisions userId={userId} member={member} />
      ) : (
        <Section title="Transactions" isFirst>
          <UserTransactions userId={userId} />
        </Section>
      )}
    </>
  )
}
