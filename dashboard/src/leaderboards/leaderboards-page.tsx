import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { CoinBoard } from './coin-board.tsx'
import { PointsBoard } from './points-board.tsx'
import { PublishCard } from './publish-card.tsx'

export function LeaderboardsPage() {
  const { board = 'points', user } = useSearch({ from: '/signed-in/leaderboards' })
  const navigate = useNavigate({ from: '/leaderboards' })
  return (
    <Page title="Leaderboards" about="Who earned the most, ever and month by month.">
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
