import { Page } from '../frame/page.tsx'

export function UsersPage() {
  return <Page title="Users">{null}</Page>
}
