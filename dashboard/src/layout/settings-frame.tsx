import './settings.css'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
      <nav aria-label="Settings" className="tabs">
        <Link to="/settings" activeOptions={{ exact: true, includeSearch: false }}>
          Your account
        </Link>
        <Link to="/settings/team">Team</Link>
        {mayListAuditEvents && (
          <Link to="/settings/audit-log" activeOptions={{ includeSearch: false }}>
            Audit log
          </Link>
        )}
      </nav>
      {children}
    </Page>
  )
}
