import type { Webhook } from '@laurel/sdk'
import { Button, Menu, NumberInput, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAlarms } from '../alarms/queries.ts'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel, PATIENT } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Confirmation, ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Dialog, useMenuButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { NewSecret } from '../components/new-secret.tsx'
import { useServerForm } from '../components/server-form.ts'
import { EVENT_TYPES } from '../event-stream/events.ts'
import { countText } from '../format/coins.ts'
import { notifyAttempt } from './attempt-text.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'

type OpenDialog = 'edit' | 'rotate' | 'replay' | 'delete'

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { button, fromMenu } = useMenuButton()
  const show = (next: OpenDialog) => fromMenu(() => setDialog(next))
  const close = () => setDialog(null)
  const refresh = () => Promise.all([queryClient.invalidateQueries(webhooksQuery), refreshAlarms()])
  const onError = (error: unknown) => notifications.show({ color: 'red', message: sentenceOf(error) })

  const test = useMutation({
    mutationFn: () => laurel.webhooks.test(webhook.id, PATIENT),
    onSuccess: (attempt) => {
      notifyAttempt(attempt)
      return refresh()
    },
    onError,
  })
  const setEnabled = useMutation({
    mutationFn: (enabled: boolean) => laurel.webhooks.change(webhook.id, { enabled }),
    onSuccess: ({ enabled }) => {
      notifications.show({ message: `The webhook is switched ${enabled ? 'on' : 'off'}.` })
      return refresh()
    },
    onError,
  })

  async function remove(): Promise<void> {
    await laurel.webhooks.delete(webhook.id)
    close()
    notifications.show({ message: 'The webhook is deleted.' })
    await navigate({ to: '/developers/webhooks' })
    queryClient.removeQueries({ queryKey: [...webhooksQuery.queryKey, webhook.id] })
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
          <Button ref={button} variant="default" px="sm" aria-label="More" loading={setEnabled.isPending}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={show('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={() => setEnabled.mutate(!webhook.enabled)}>
            {webhook.enabled ? 'Switch off' : 'Switch on'}
          </Menu.Item>
          <Menu.Item onClick={show('rotate')}>Replace the secret</Menu.Item>
          <Menu.Item onClick={show('replay')}>Replay from an event</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={show('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditWebhook webhook={webhook} isOpen={dialog === 'edit'} close={close} />
      <RotateSecret webhookId={webhook.id} isOpen={dialog === 'rotate'} close={close} />
      <Replay webhook={webhook} isOpen={dialog === 'replay'} close={close} />
      <ConfirmDialog
        title="Delete this webhook?"
        action="Delete"
        isOpen={dialog === 'delete'}
        close={close}
        confirm={remove}
      >
        Deliveries to {webhook.url} stop, and their log is deleted. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function EditWebhook({ webhook, isOpen, close }: { webhook: Webhook; isOpen: boolean; close: () => void }) {
  const queryClient = useQueryClient()

  async function save(body: WebhookInput): Promise<void> {
    await laurel.webhooks.change(webhook.id, body)
    close()
    notifications.show({ message: 'The webhook is saved.' })
    await queryClient.invalidateQueries(webhooksQuery)
  }

  const { url, description } = webhook
  const types = webhook.types && EVENT_TYPES.filter((type) => webhook.types?.includes(type))
  return (
    <Dialog isOpen={isOpen} close={close} title="Edit the webhook" size="lg">
      <WebhookForm webhook={{ url, description, types }} action="Save" send={save} close={close} />
    </Dialog>
  )
}

function RotateSecret({
  webhookId,
  isOpen,
  close,
}: {
  webhookId: string
  isOpen: boolean
  close: () => void
}) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title="Replace the secret" closeOnClickOutside={false}>
      <RotateSecretSteps webhookId={webhookId} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function RotateSecretSteps({
  webhookId,
  close,
  idempotentSend,
}: {
  webhookId: string
  close: () => void
  idempotentSend: IdempotentSend
}) {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate(): Promise<void> {
    const rotated = await idempotentSend(webhookId, (key) => laurel.webhooks.rotateSecret(webhookId, key))
    setSecret(rotated.secret)
    await queryClient.invalidateQueries(webhooksQuery)
  }

  if (secret) return <NewSecret secret={secret} what="the secret of the webhook" close={close} />
  return (
    <Confirmation action="Replace" isHarmless close={close} confirm={rotate}>
      This creates a new secret. For 24 hours each delivery is signed with both secrets, so that you can
      switch without a gap.
    </Confirmation>
  )
}

function Replay({ webhook, isOpen, close }: { webhook: Webhook; isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Replay from an event">
      <ReplayForm webhook={webhook} close={close} />
    </Dialog>
  )
}

/** The form asks for the first event to deliver; the API takes the last event to skip. */
function ReplayForm({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const queryClient = useQueryClient()
  const { form, ...submission } = useServerForm<{ first: number | string }>({
    initialValues: { first: Math.max(webhook.deliveredUpTo, 1) },
    inputs: { after: 'first' },
    validate: ({ first }) =>
      typeof first === 'number' && first >= 1 ? {} : { first: 'Enter an event number of at least 1.' },
    send: async ({ first }) => {
      await laurel.webhooks.replay(webhook.id, { after: Number(first) - 1 })
      close()
      notifications.show({ message: `Events from ${countText(Number(first))} on are delivered next.` })
      await queryClient.invalidateQueries(webhooksQuery)
    },
  })
  return (
    <DialogForm submission={submission} action="Replay" close={close}>
      <Text size="sm">
        Delivers all events from this one on, in order, including those that your server has already received.
        The webhook has delivered up to event {countText(webhook.deliveredUpTo)}.
      </Text>
      <NumberInput
        label="Number of the first event"
        min={1}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('first')}
      />
    </DialogForm>
  )
}
