import type { ReactNode } from 'react'
import { Tabs } from '../components/tabs.tsx'
import { Page } from '../layout/page.tsx'

/** The frame of the history: everything, orders, and activities. */
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
          { to: '/history', label: 'Everything', isExact: true },
          { to: '/history/orders', label: 'Orders' },
          { to: '/history/activities', label: 'Activities' },
        ]}
      />
      {children}
    </Page>
  )
}
