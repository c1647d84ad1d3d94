import { Page } from '../frame/page.tsx'

export function UserPage() {
  return <Page title="User">{null}</Page>
}
