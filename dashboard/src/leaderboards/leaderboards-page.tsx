import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Tabs } from '../components/tabs.tsx'
import { Page } from '../layout/page.tsx'
import { BoardCard } from './board-card.tsx'
import { CoinBoard } from './coin-board.tsx'
import { PublishCard } from './publish-card.tsx'
import { pointsQuery } from './queries.ts'

export function LeaderboardsPage() {
  const { board = 'points', user } = useSearch({ from: '/signed-in/boards' })
  return (
    <Page title="Boards">
      <Tabs
        label="Boards"
        tabs={[
          { to: '/boards', search: { user }, label: 'Points', isCurrent: board === 'points' },
          { to: '/boards', search: { board: 'coins', user }, label: 'Coins', isCurrent: board === 'coins' },
        ]}
      />
      {board === 'points' ? <PointsBoard /> : <CoinBoard />}
      <PublishCard />
    </Page>
  )
}

function PointsBoard() {
  const { page = 1, user } = useSearch({ from: '/signed-in/boards' })
  const query = useQuery(pointsQuery(page, user))
  return (
    <BoardCard
      title="Points board"
      description="Coins earned from awards in total, less reversals. Equal points share a position."
      unit="point"
      amountTitle="Points"
      query={query}
      empty={
        <>
          Every member is on it from the start.{' '}
          <Anchor underline="always" component={Link} to="/members">
            See how users join
          </Anchor>
          .
        </>
      }
    />
  )
}
