import { Page } from '../frame/page.tsx'

export function OverviewPage() {
  return <Page title="Overview">{null}</Page>
}
