import { Page } from '../frame/page.tsx'

export function LeaderboardsPage() {
  return <Page title="Leaderboards">{null}</Page>
}
