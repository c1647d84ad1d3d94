import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf, once } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import { SecretOnce } from '../secret-once.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookForm, type WebhookGiven } from './webhook-form.tsx'

export function NewWebhook({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Add a webhook"
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <NewWebhookForm close={close} />
    </Modal>
  )
}

/** Asks for the address, then shows the secret for as long as the dialog is open. */
function NewWebhookForm({ close }: { close: () => void }) {
  const queries = useQueryClient()
  const [made, setMade] = useState<DataOf<'createWebhook'> | null>(null)

  async function create(body: WebhookGiven): Promise<void> {
    setMade(await dataOf(api.POST('/api/v1/laas/webhooks', { body, ...once() })))
    await queries.invalidateQueries(webhooksQuery)
  }

  if (!made) return <WebhookForm action="Add" send={create} close={close} />
  return (
    <SecretOnce
      secret={made.secret}
      what="the secret of the webhook"
      close={close}
      more={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/developers/webhooks/$webhookId" params={{ webhookId: made.id }} {...props} />
          )}
        >
          To the webhook
        </Button>
      }
    />
  )
}
