import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type SendOnce, useOnce } from '../../api/idempotency.ts'
import { Confirmation } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { webhooksQuery } from './queries.ts'

export function RotateSecret({
  webhookId,
  isOpen,
  close,
}: {
  webhookId: string
  isOpen: boolean
  close: () => void
}) {
  const sendOnce = useOnce()
  return (
    <Dialog isOpen={isOpen} close={close} title="Replace the secret" closeOnClickOutside={false}>
      <RotateSecretSteps webhookId={webhookId} close={close} sendOnce={sendOnce} />
    </Dialog>
  )
}

function RotateSecretSteps({
  webhookId,
  close,
  sendOnce,
}: {
  webhookId: string
  close: () => void
  sendOnce: SendOnce
}) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate(): Promise<void> {
    const params = { path: { id: webhookId } }
    const made = await sendOnce(webhookId, (key) =>
      dataOf(api.POST('/api/v1/laas/webhooks/{id}/rotate-secret', { params, ...key })),
    )
    setSecret(made.secret)
    await queries.invalidateQueries(webhooksQuery)
  }

  if (secret) return <SecretOnce secret={secret} what="the secret of the webhook" close={close} />
  return (
    <Confirmation action="Replace" isHarmless close={close} confirm={rotate}>
      You get a new secret. For 24 hours every delivery is signed with both, so that you can change over at
      any time in between; then the one before is no longer used.
    </Confirmation>
  )
}
