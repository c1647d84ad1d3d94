import { Button, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../api/types.ts'
import { Card } from '../../components/card.tsx'
import { Loaded, Outline } from '../../components/loaded.tsx'
import { Moment } from '../../components/timestamp.tsx'
import { secretsQuery } from '../../partners/queries.ts'
import { useMay } from '../../session/roles.ts'
import { useSession } from '../../session/session.ts'
import { CreateSecret } from './create-secret.tsx'
import { RevokeSecret } from './revoke-secret.tsx'

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
