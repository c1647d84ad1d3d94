import { Page } from '../frame/page.tsx'

export function DevelopersPage() {
  return <Page title="Developers">{null}</Page>
}
