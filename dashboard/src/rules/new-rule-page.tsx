import { Page } from '../frame/page.tsx'

export function NewRulePage() {
  return <Page title="New rule">{null}</Page>
}
