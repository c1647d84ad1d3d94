import { Button, Table, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotency.ts'
import type { DataOf } from '../api/types.ts'
import { Card } from '../components/card.tsx'
import { Confirm } from '../components/confirm-dialog.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { useServerForm } from '../components/server-form.ts'
import { Moment } from '../components/timestamp.tsx'
import { SecretOnce } from '../developers/new-secret.tsx'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { secretsQuery } from './queries.ts'

type Secret = DataOf<'listSecrets'>['secrets'][number]

/** The secrets with which the partner's servers get their tokens. */
export function SecretsCard() {
  const { ecosystem } = useSession()
  const mayCreate = useMay('createSecret')
  const secrets = useQuery(secretsQuery(ecosystem))
  const [isCreating, creating] = useDisclosure(false)
  return (
    <Card
      title="Client secrets"
      about="Give each server a secret of its own, so that you can replace one without stopping the others."
      actions={
        mayCreate && (
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
            Create a secret
          </Button>
        )
      }
    >
      <Loaded query={secrets} outline={<Outline rows={2} />}>
        {(list) => (list.length === 0 ? <NoSecrets mayCreate={mayCreate} /> : <Secrets list={list} />)}
      </Loaded>
      {mayCreate && <CreateSecret isOpen={isCreating} close={creating.close} />}
    </Card>
  )
}

function NoSecrets({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      There is no secret yet.{' '}
      {mayCreate ? 'Create one to call the API from your server.' : 'An owner of your team can create one.'}
    </Text>
  )
}

function Secrets({ list }: { list: Secret[] }) {
  const mayRevoke = useMay('revokeSecret')
  const [revoking, setRevoking] = useState<Secret | null>(null)
  return (
    <>
      <Table className="log">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            {mayRevoke && <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((secret) => (
            <Table.Tr key={secret.id}>
              <Table.Td fw={550}>{secret.name}</Table.Td>
              <Table.Td data-label="Created">
                <Moment at={secret.createdAt} />
              </Table.Td>
              <Table.Td data-label="Last used">
                {secret.lastUsedAt ? <Moment at={secret.lastUsedAt} /> : 'Never'}
              </Table.Td>
              {mayRevoke && (
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Revoke ${secret.name}`}
                    onClick={() => setRevoking(secret)}
                  >
                    Revoke
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mayRevoke && <RevokeSecret secret={revoking} close={() => setRevoking(null)} />}
    </>
  )
}

function CreateSecret({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title="Create a secret" closeOnClickOutside={false}>
      <CreateSecretForm close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

/** Asks for a name, then shows the secret for as long as the dialog is open. */
function CreateSecretForm({ close, idempotentSend }: { close: () => void; idempotentSend: IdempotentSend }) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { form, ...sending } = useServerForm({
    initialValues: { name: '' },
    send: async (body) => {
      const params = { path: { eco: ecosystem } }
      try {
        const made = await idempotentSend(body, (key) =>
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

function RevokeSecret({ secret, close }: { secret: { id: string; name: string } | null; close: () => void }) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()

  async function revoke(): Promise<void> {
    if (!secret) return
    const params = { path: { eco: ecosystem, id: secret.id } }
    await dataOf(api.DELETE('/api/v1/{eco}/partners/me/secrets/{id}', { params }))
    close()
    await queries.invalidateQueries(secretsQuery(ecosystem))
    notifications.show({ message: `The secret ${secret.name} is revoked.` })
  }

  return (
    <Confirm
      title={`Revoke ${secret?.name ?? 'the secret'}?`}
      action="Revoke"
      isOpen={secret !== null}
      close={close}
      confirm={revoke}
    >
      From now on it is refused, and within a second so are the tokens that were had with it. A server that
      still uses it stops working. This cannot be undone.
    </Confirm>
  )
}
