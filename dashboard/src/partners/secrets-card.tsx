import type { ClientSecret } from '@laurel/sdk'
import { Button, Checkbox, Code, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { NewSecret } from '../components/new-secret.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { Time } from '../components/time.tsx'
import { programmeZone, timeOfInput } from '../format/time.ts'
import { useMay } from '../session/roles.ts'
import { secretsQuery } from './queries.ts'
import { DEFAULT_SCOPES, SCOPE_TEXT, SCOPE_WARNING, SCOPES } from './scopes.ts'

export function SecretsCard() {
  if (useMay('listSecrets')) return <VisibleSecrets />
  return (
    <Section title="Client secrets">
      <Text size="sm" c="dimmed">
        Your role does not show client secrets. An owner, a manager or someone of support in your team sees
        which there are.
      </Text>
    </Section>
  )
}

function VisibleSecrets() {
  const mayCreate = useMay('createSecret')
  const secrets = useQuery(secretsQuery)
  const [isCreating, creating] = useDisclosure(false)
  return (
    <Section
      title="Client secrets"
      description="Give each server a secret of its own, so that you can replace one without stopping the others."
      actions={
        mayCreate && (
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
            Create a secret
          </Button>
        )
      }
    >
      <Loaded query={secrets} loading={<LoadingRows rows={2} />}>
        {(list) => (list.length === 0 ? <NoSecrets mayCreate={mayCreate} /> : <Secrets list={list} />)}
      </Loaded>
      {mayCreate && <CreateSecret isOpen={isCreating} close={creating.close} />}
    </Section>
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

const REVOKE_COLUMN = {
  name: 'Actions',
  isNameHidden: true,
  isAmount: true,
  width: 88,
  phone: 'value',
} as const

function Secrets({ list }: { list: ClientSecret[] }) {
  const mayRevoke = useMay('revokeSecret')
  const [revoking, setRevoking] = useState<ClientSecret | null>(null)
  const revokeButton = (secret: ClientSecret) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Revoke ${secret.name}`}
      onClick={() => setRevoking(secret)}
    >
      Revoke
    </Button>
  )
  return (
    <>
      <DataTable
        label="Client secrets"
        rows={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name }) => name, width: '22%', phone: 'title' },
          { name: 'May', cell: ({ scopes }) => scopes.join(', '), isLong: true, phone: 'more' },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: '13%' },
          {
            name: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
            width: '13%',
            phone: 'aside',
          },
          {
            name: 'Expires',
            cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} format="full" /> : 'Never'),
            width: '13%',
          },
          ...(mayRevoke ? [{ ...REVOKE_COLUMN, cell: revokeButton } as const] : []),
        ]}
      />
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

/** Asks for a name, scopes and an expiry, then shows the secret until the dialog closes. */
function CreateSecretForm({ close, idempotentSend }: { close: () => void; idempotentSend: IdempotentSend }) {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { form, ...submission } = useServerForm({
    initialValues: { name: '', scopes: DEFAULT_SCOPES, expiresAt: '' },
    send: async ({ name, scopes, expiresAt }) => {
      const body = { name, scopes, ...(expiresAt && { expiresAt: timeOfInput(expiresAt, programmeZone()) }) }
      try {
        const created = await idempotentSend(body, (key) => laurel.secrets.create(body, key))
        setSecret(created.secret)
      } finally {
        // A secret whose response was lost exists and can be revoked.
        void queryClient.invalidateQueries(secretsQuery)
      }
    },
  })
  if (secret) return <NewSecret secret={secret} what="the secret" close={close} />
  return (
    <DialogForm submission={submission} action="Create" close={close}>
      <TextInput
        label="Name"
        description="What it is for, such as the name of a server"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="What it may do"
        description="The last four are off by default"
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              size="sm"
              label={SCOPE_TEXT[scope]}
              description={
                <>
                  <Code>{scope}</Code>
                  {SCOPE_WARNING[scope] && ` ${SCOPE_WARNING[scope]}`}
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label="Expires (optional)"
        description={`In the time zone ${programmeZone()}; from then on the secret and its tokens are refused`}
        type="datetime-local"
        {...form.getInputProps('expiresAt')}
      />
    </DialogForm>
  )
}

function RevokeSecret({ secret, close }: { secret: { id: string; name: string } | null; close: () => void }) {
  const queryClient = useQueryClient()

  async function revoke(): Promise<void> {
    if (!secret) return
    await laurel.secrets.revoke(secret.id)
    close()
    await queryClient.invalidateQueries(secretsQuery)
    notifications.show({ message: `The secret ${secret.name} is revoked.` })
  }

  return (
    <ConfirmDialog
      title={`Revoke ${secret?.name ?? 'the secret'}?`}
      action="Revoke"
      isOpen={secret !== null}
      close={close}
      confirm={revoke}
    >
      The secret is refused at once, and its tokens within two seconds. A server that still uses it stops
      working. This cannot be undone.
    </ConfirmDialog>
  )
}
