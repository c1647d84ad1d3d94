import './settings.css'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../frame/page.tsx'
import { useMay } from '../session/may.ts'

/** One of the pages of the settings, with the ways to the others. */
export function SettingsPage({
  part,
  actions,
  children,
}: {
  part: string
  actions?: ReactNode
  children: ReactNode
}) {
  const mayListActs = useMay('listAuditEvents')
  return (
    <Page title="Settings" part={part} actions={actions}>
      <nav aria-label="Settings" className="tabs">
        <Link to="/settings" activeOptions={{ exact: true, includeSearch: false }}>
          Your account
        </Link>
        <Link to="/settings/team">Team</Link>
        {mayListActs && (
          <Link to="/settings/activity" activeOptions={{ includeSearch: false }}>
            Activity
          </Link>
        )}
      </nav>
      {children}
    </Page>
  )
}
