import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'

/** The frame of the two lists: coins that moved, and every decided call. */
export function TransactionsFrame({
  part,
  description,
  actions,
  children,
}: {
  part?: string
  description: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Page title="Transactions" {...(part && { part })} description={description} actions={actions}>
      <nav aria-label="Transactions" className="tabs">
        <Link to="/transactions" activeOptions={{ exact: true, includeSearch: false }}>
          Movements
        </Link>
        <Link to="/transactions/decisions" activeOptions={{ includeSearch: false }}>
          Decisions
        </Link>
      </nav>
      {children}
    </Page>
  )
}
