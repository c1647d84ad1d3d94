import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { EVENT_TYPES } from '../../event-stream/events.ts'
import { type Webhook, webhooksQuery } from './queries.ts'
import { WebhookForm, type WebhookGiven } from './webhook-form.tsx'

export function EditWebhook({
  webhook,
  isOpen,
  close,
}: {
  webhook: Webhook
  isOpen: boolean
  close: () => void
}) {
  const queries = useQueryClient()

  async function save(body: WebhookGiven): Promise<void> {
    const params = { path: { id: webhook.id } }
    await dataOf(api.PATCH('/api/v1/laas/webhooks/{id}', { params, body }))
    close()
    notifications.show({ message: 'The webhook is saved.' })
    await queries.invalidateQueries(webhooksQuery)
  }

  const { url, description } = webhook
  const types = webhook.types && EVENT_TYPES.filter((type) => webhook.types?.includes(type))
  return (
    <Dialog isOpen={isOpen} close={close} title="Edit the webhook" size="lg">
      <WebhookForm given={{ url, description, types }} action="Save" send={save} close={close} />
    </Dialog>
  )
}
