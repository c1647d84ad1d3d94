import { Anchor, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { BoardCard } from './board-card.tsx'
import { CoinBoard } from './coin-board.tsx'
import { PublishCard } from './publish-card.tsx'
import { pointsQuery } from './queries.ts'

export function LeaderboardsPage() {
  const { board = 'points', user } = useSearch({ from: '/signed-in/leaderboards' })
  const navigate = useNavigate({ from: '/leaderboards' })
  return (
    <Page title="Leaderboards" description="Who earned the most, in total and by month.">
      <Tabs
        value={board}
        onChange={(tab) => void navigate({ search: { board: tab === 'coins' ? tab : undefined, user } })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="points">Points</Tabs.Tab>
          <Tabs.Tab value="coins">Coins</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="points">{board === 'points' && <PointsBoard />}</Tabs.Panel>
        <Tabs.Panel value="coins">{board === 'coins' && <CoinBoard />}</Tabs.Panel>
      </Tabs>
      <PublishCard />
    </Page>
  )
}

function PointsBoard() {
  const { page = 1, user } = useSearch({ from: '/signed-in/leaderboards' })
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
          <Anchor underline="always" component={Link} to="/users">
            See how users join
          </Anchor>
          .
        </>
      }
    />
  )
}
