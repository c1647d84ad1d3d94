import type { Webhook } from '@laurel/sdk'
import { Anchor, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Forbidden } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { AttemptsCard } from './attempts-card.tsx'
import { DiagnoseCard } from './diagnose-card.tsx'
import { webhookQuery } from './queries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState, WhyState } from './webhook-state.tsx'

export function WebhookPage() {
  return (
    <Stack gap="sm">
      <Anchor component={Link} to="/developers/webhooks" size="sm" className="with-icon">
        <IconArrowLeft size={16} aria-hidden />
        Webhooks
      </Anchor>
      {useMay('readWebhook') ? <OneWebhook /> : <Forbidden title="Webhooks are for owners and managers" />}
    </Stack>
  )
}

function OneWebhook() {
  const { webhookId } = useParams({ from: '/signed-in/developers/webhooks/$webhookId' })
  const query = useQuery(webhookQuery(webhookId))
  return (
    <Loaded query={query} loading={<LoadingRows rows={3} height={120} />}>
      {(webhook) => (
        <Page
          title={webhook.description || 'Webhook'}
          status={<WebhookState webhook={webhook} />}
          description={webhook.url}
          actions={<WebhookActions webhook={webhook} />}
        >
          <About webhook={webhook} />
          <AttemptsCard webhookId={webhook.id} />
          <DiagnoseCard webhookId={webhook.id} />
        </Page>
      )}
    </Loaded>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const { id, types, deliveredUpTo, waiting, previousSecretUntil, createdAt } = webhook
  return (
    <Section title="State" isFirst>
      <WhyState webhook={webhook} />
      <DescriptionList
        phoneCols={1}
        items={{
          Events: types?.join(', ') ?? 'All',
          'Delivered up to': `Event ${countText(deliveredUpTo)}`,
          Waiting: counted(waiting, 'event'),
          Secret: previousSecretUntil ? (
            <>
              The previous secret also signs until <Time at={previousSecretUntil} format="full" />
            </>
          ) : (
            'Shown once, when it was created'
          ),
          'Webhook id': <CopyableValue text={id} what="the id of the webhook" />,
          Added: <Time at={createdAt} format="full" />,
        }}
      />
    </Section>
  )
}
