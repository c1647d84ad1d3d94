import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type SendOnce, useOnce } from '../../api/idempotency.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { secretsQuery } from '../../partners/queries.ts'
import { useSession } from '../../session/session.ts'
import { SecretOnce } from '../secret-once.tsx'

export function CreateSecret({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const sendOnce = useOnce()
  return (
    <Dialog isOpen={isOpen} close={close} title="Create a secret" closeOnClickOutside={false}>
      <CreateSecretForm close={close} sendOnce={sendOnce} />
    </Dialog>
  )
}

/** Asks for a name, then shows the secret for as long as the dialog is open. */
function CreateSecretForm({ close, sendOnce }: { close: () => void; sendOnce: SendOnce }) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { form, ...sending } = useServerForm({
    initialValues: { name: '' },
    send: async (body) => {
      const params = { path: { eco: ecosystem } }
      try {
        const made = await sendOnce(body, (key) =>
          dataOf(api.POST('/api/v1/{eco}/partners/me/secrets', { params, body, ...key })),
        )
        setSecret(made.secret)
      } finally {
        // One whose answer was lost is there all the same, to be revoked.
        void queries.invalidateQueries(secretsQuery(ecosystem))
      }
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
