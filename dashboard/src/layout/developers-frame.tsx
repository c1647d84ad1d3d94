import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tabs } from '../components/tabs.tsx'
import { useMay } from '../session/roles.ts'
import { Page } from './page.tsx'

/** The frame of the developers' pages. */
export function DevelopersFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const mayListWebhooks = useMay('listWebhooks')
  return (
    <Page
      title="Developers"
      actions={
        <>
          <Anchor href="/docs" target="_blank" size="sm" className="with-icon">
            API reference
            <IconExternalLink size={16} aria-hidden />
          </Anchor>
          {actions}
        </>
      }
    >
      <Tabs
        label="Developers"
        tabs={[
          { to: '/developers', label: 'API keys', isExact: true },
          ...(mayListWebhooks ? [{ to: '/developers/webhooks', label: 'Webhooks' } as const] : []),
          { to: '/developers/events', label: 'Events' },
          { to: '/developers/requests', label: 'Request log' },
        ]}
      />
      {children}
    </Page>
  )
}
