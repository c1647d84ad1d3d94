import { TextInput } from '@mantine/core'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { EventChoice, type EventType, typesOf } from './event-choice.tsx'

export type WebhookGiven = { url: string; description: string; types: EventType[] | null }

/** The address of a webhook and what it is told of. */
export function WebhookForm({
  given = { url: '', description: '', types: null },
  action,
  send,
  close,
}: {
  given?: WebhookGiven
  action: string
  send: (webhook: WebhookGiven) => Promise<void>
  close: () => void
}) {
  const { form, ...sending } = useServerForm({
    initialValues: { ...given, types: given.types ?? [] },
    send: ({ types, ...rest }) => send({ ...rest, types: typesOf(types) }),
  })
  return (
    <DialogForm sending={sending} action={action} close={close}>
      <TextInput
        label="Address"
        description="Where events are sent, by POST"
        placeholder="https://shop.example/laurel/events"
        type="url"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description (optional)"
        description="For your team"
        {...form.getInputProps('description')}
      />
      <EventChoice {...form.getInputProps('types')} />
    </DialogForm>
  )
}
