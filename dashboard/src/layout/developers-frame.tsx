import './developers.css'
import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../session/roles.ts'
import { Page } from './page.tsx'

/** The frame of the developers' pages. */
export function DevelopersFrame({ children }: { children: ReactNode }) {
  const mayListWebhooks = useMay('listWebhooks')
  return (
    <Page
      title="Developers"
      description="Keys, webhooks and logs for your developers."
      actions={
        <Anchor href="/docs" target="_blank" size="sm" className="with-icon">
          API reference
          <IconExternalLink size={16} aria-hidden />
        </Anchor>
      }
    >
      <nav aria-label="Developers" className="tabs">
        <Link to="/developers" activeOptions={{ exact: true }}>
          API keys
        </Link>
        {mayListWebhooks && <Link to="/developers/webhooks">Webhooks</Link>}
        <Link to="/developers/events" activeOptions={{ includeSearch: false }}>
          Events
        </Link>
        <Link to="/developers/requests" activeOptions={{ includeSearch: false }}>
          Request log
        </Link>
      </nav>
      {children}
    </Page>
  )
}
