import { Page } from '../frame/page.tsx'

export function RulePage() {
  return <Page title="Rule">{null}</Page>
}
