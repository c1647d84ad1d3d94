import './settings.css'
import type { ReactNode } from 'react'
import { Tabs } from '../components/tabs.tsx'
import { useMay } from '../session/roles.ts'
import { Page } from './page.tsx'

/** The frame of the settings pages. */
export function SettingsFrame({
  part,
  actions,
  children,
}: {
  part: string
  actions?: ReactNode
  children: ReactNode
}) {
  const mayListAuditEvents = useMay('listAuditEvents')
  return (
    <Page title="Settings" part={part} actions={actions}>
      <Tabs
        label="Settings"
        tabs={[
          { to: '/settings', label: 'Programme', isExact: true },
          { to: '/settings/brand', label: 'Brand' },
          { to: '/settings/team', label: 'Team' },
          ...(mayListAuditEvents ? [{ to: '/settings/audit-log', label: 'Audit log' } as const] : []),
          { to: '/settings/account', label: 'My account' },
        ]}
      />
      {children}
    </Page>
  )
}
