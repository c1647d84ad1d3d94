import type { ReactNode } from 'react'
import { Tabs } from '../components/tabs.tsx'
import { Page } from './page.tsx'

/** The frame of the two lists: coins that moved, and every decided call. */
export function HistoryFrame({
  part,
  actions,
  children,
}: {
  part?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Page title="History" {...(part && { part })} actions={actions}>
      <Tabs
        label="History"
        tabs={[
          { to: '/history', label: 'Movements', isExact: true },
          { to: '/history/decisions', label: 'Decisions' },
        ]}
      />
      {children}
    </Page>
  )
}
