import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
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
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: { ...given, types: given.types ?? [] },
    send: ({ types, ...rest }) => send({ ...rest, types: typesOf(types) }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
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
          label="Description"
          description="For your team, if you like"
          {...form.getInputProps('description')}
        />
        <EventChoice {...form.getInputProps('types')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
