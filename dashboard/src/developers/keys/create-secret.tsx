import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, once } from '../../api/client.ts'
import { useSession } from '../../session/session-state.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
import { secretsQuery } from '../queries.ts'
import { SecretOnce } from '../secret-once.tsx'

export function CreateSecret({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal opened={isOpen} onClose={close} title="Create a secret" centered closeOnClickOutside={false}>
      <CreateSecretForm close={close} />
    </Modal>
  )
}

/** Asks for a name, then shows the secret for as long as the dialog is open. */
function CreateSecretForm({ close }: { close: () => void }) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: { name: '' },
    send: async (body) => {
      const params = { path: { eco: ecosystem } }
      const made = await dataOf(api.POST('/api/v1/{eco}/partners/me/secrets', { params, body, ...once() }))
      setSecret(made.secret)
      await queries.invalidateQueries(secretsQuery(ecosystem))
    },
  })
  if (secret) {
    return (
      <Stack>
        <SecretOnce secret={secret} what="the secret" />
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <TextInput
          label="Name"
          description="What it is for, such as the name of a server"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
