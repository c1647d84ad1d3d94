import { NumberInput, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { countText } from '../../format/coins.ts'
import { type Webhook, webhooksQuery } from './queries.ts'

export function Replay({ webhook, isOpen, close }: { webhook: Webhook; isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Deliver again from an event">
      <ReplayForm webhook={webhook} close={close} />
    </Dialog>
  )
}

/** People think of the first event that is delivered again, the service of the last that is not. */
function ReplayForm({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const queries = useQueryClient()
  const { form, ...sending } = useServerForm<{ first: number | string }>({
    initialValues: { first: Math.max(webhook.deliveredUpTo, 1) },
    fields: { after: 'first' },
    validate: ({ first }) =>
      typeof first === 'number' && first >= 1 ? {} : { first: 'Give the number of an event, from 1 on.' },
    send: async ({ first }) => {
      const params = { path: { id: webhook.id } }
      const body = { after: Number(first) - 1 }
      await dataOf(api.POST('/api/v1/laas/webhooks/{id}/replay', { params, body }))
      close()
      notifications.show({ message: `The events from ${countText(Number(first))} on are delivered next.` })
      await queries.invalidateQueries(webhooksQuery)
    },
  })
  return (
    <DialogForm sending={sending} action="Deliver again" close={close}>
      <Text size="sm">
        All events from this one on are delivered next, in order. Your server gets those again that it had
        already. The webhook was told up to event {countText(webhook.deliveredUpTo)}.
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
