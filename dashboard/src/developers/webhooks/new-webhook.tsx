import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type SendOnce, useOnce } from '../../api/idempotency.ts'
import type { DataOf } from '../../api/types.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookForm, type WebhookGiven } from './webhook-form.tsx'

export function NewWebhook({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const sendOnce = useOnce()
  return (
    <Dialog isOpen={isOpen} close={close} title="Add a webhook" size="lg" closeOnClickOutside={false}>
      <NewWebhookForm close={close} sendOnce={sendOnce} />
    </Dialog>
  )
}

/** Asks for the address, then shows the secret for as long as the dialog is open. */
function NewWebhookForm({ close, sendOnce }: { close: () => void; sendOnce: SendOnce }) {
  const queries = useQueryClient()
  const [made, setMade] = useState<DataOf<'createWebhook'> | null>(null)

  async function create(body: WebhookGiven): Promise<void> {
    try {
      setMade(await sendOnce(body, (key) => dataOf(api.POST('/api/v1/laas/webhooks', { body, ...key }))))
    } finally {
      // One whose answer was lost is there all the same.
      void queries.invalidateQueries(webhooksQuery)
    }
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
