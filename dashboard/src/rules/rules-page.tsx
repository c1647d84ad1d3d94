import { Page } from '../frame/page.tsx'

export function RulesPage() {
  return <Page title="Rules">{null}</Page>
}
