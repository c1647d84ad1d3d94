import { Checkbox, type CheckboxGroupProps, SimpleGrid, TextInput } from '@mantine/core'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { EVENT_TYPES } from '../event-stream/events.ts'

export type WebhookInput = { url: string; description: string; types: EventType[] | null }

export function WebhookForm({
  webhook = { url: '', description: '', types: null },
  action,
  send,
  close,
}: {
  webhook?: WebhookInput
  action: string
  send: (webhook: WebhookInput) => Promise<void>
  close: () => void
}) {
  const { form, ...submission } = useServerForm({
    initialValues: { ...webhook, types: webhook.types ?? [] },
    send: ({ types, ...rest }) => send({ ...rest, types: typesOf(types) }),
  })
  return (
    <DialogForm submission={submission} action={action} close={close}>
      <TextInput
        label="Address"
        description="Receives events by POST"
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

type EventType = (typeof EVENT_TYPES)[number]

/** No type chosen means all types. */
function EventChoice(props: Omit<CheckboxGroupProps<EventType>, 'children'>) {
  return (
    <Checkbox.Group label="Events" description="All types, unless you choose some." {...props}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={type} size="sm" />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

const typesOf = (types: EventType[]): EventType[] | null => (types.length === 0 ? null : types)
