import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, once } from '../../api/client.ts'
import { useSession } from '../../session/session-state.ts'
import { DialogForm } from '../../shared/dialog-form.tsx'
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
  const { form, ...sending } = useServerForm({
    initialValues: { name: '' },
    send: async (body) => {
      const params = { path: { eco: ecosystem } }
      const made = await dataOf(api.POST('/api/v1/{eco}/partners/me/secrets', { params, body, ...once() }))
      setSecret(made.secret)
      await queries.invalidateQueries(secretsQuery(ecosystem))
    },
  })
  if (secret) return <SecretOnce secret={secret} what="the secret" close={close} />
  return (
    <DialogForm sending={sending} action="Create" close={close}>
      <TextInput
        label="Name"
        description="What it is for, such as the name of a server"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}
