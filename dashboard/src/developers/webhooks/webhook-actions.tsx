import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { sentenceOf } from '../../api/failure.ts'
import { Confirm } from '../../components/confirm-dialog.tsx'
import { useMenuButton } from '../../components/dialog.tsx'
import { tellAttempt } from './attempt-words.ts'
import { EditWebhook } from './edit-webhook.tsx'
import { type Webhook, webhooksQuery } from './queries.ts'
import { Replay } from './replay.tsx'
import { RotateSecret } from './rotate-secret.tsx'

type Dialog = 'edit' | 'rotate' | 'replay' | 'delete'

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { button, fromMenu } = useMenuButton()
  const show = (next: Dialog) => fromMenu(() => setDialog(next))
  const close = () => setDialog(null)
  const params = { path: { id: webhook.id } }
  const refresh = () => queries.invalidateQueries(webhooksQuery)
  const onError = (error: unknown) => notifications.show({ color: 'red', message: sentenceOf(error) })

  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/laas/webhooks/{id}/test', { params })),
    onSuccess: (attempt) => {
      tellAttempt(attempt)
      return refresh()
    },
    onError,
  })
  const turn = useMutation({
    mutationFn: (enabled: boolean) =>
      dataOf(api.PATCH('/api/v1/laas/webhooks/{id}', { params, body: { enabled } })),
    onSuccess: ({ enabled }) => {
      notifications.show({ message: `The webhook is switched ${enabled ? 'on' : 'off'}.` })
      return refresh()
    },
    onError,
  })

  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/api/v1/laas/webhooks/{id}', { params }))
    close()
    notifications.show({ message: 'The webhook is deleted.' })
    await navigate({ to: '/developers/webhooks' })
    queries.removeQueries({ queryKey: [...webhooksQuery.queryKey, webhook.id] })
    await refresh()
  }

  return (
    <>
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button ref={button} variant="default" px="sm" aria-label="More" loading={turn.isPending}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={show('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={() => turn.mutate(!webhook.enabled)}>
            {webhook.enabled ? 'Switch off' : 'Switch on'}
          </Menu.Item>
          <Menu.Item onClick={show('rotate')}>Replace the secret</Menu.Item>
          <Menu.Item onClick={show('replay')}>Deliver again from an event</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={show('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditWebhook webhook={webhook} isOpen={dialog === 'edit'} close={close} />
      <RotateSecret webhookId={webhook.id} isOpen={dialog === 'rotate'} close={close} />
      <Replay webhook={webhook} isOpen={dialog === 'replay'} close={close} />
      <Confirm
        title="Delete this webhook?"
        action="Delete"
        isOpen={dialog === 'delete'}
        close={close}
        confirm={remove}
      >
        {webhook.url} is told nothing any more, and the log of what was sent to it goes too. This cannot be
        undone.
      </Confirm>
    </>
  )
}
