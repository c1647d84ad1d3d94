import { Page } from '../frame/page.tsx'

export function TransactionsPage() {
  return <Page title="Transactions">{null}</Page>
}
