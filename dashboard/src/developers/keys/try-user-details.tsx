import { Button, Code, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import { Problem } from '../../components/error-alert.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { useSession } from '../../session/session.ts'
import { UserDetailsResult } from './user-details-result.tsx'

type Tried = DataOf<'tryUserDetails'>

/** Asks the partner's server now, without joining anybody, and shows what came back. */
export function TryUserDetails() {
  const { ecosystem } = useSession()
  const [tried, setTried] = useState<Tried | null>(null)
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: { tag: '' },
    send: async (body) => {
      setTried(null)
      const params = { path: { eco: ecosystem } }
      setTried(await dataOf(api.POST('/api/v1/{eco}/partners/me/user-details/try', { params, body })))
    },
  })
  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Problem>{problem}</Problem>
          <Group align="flex-start" gap="sm">
            <TextInput
              label="Tag of a user of yours"
              description="Nobody joins by this; the saved address is asked."
              autoCapitalize="none"
              spellCheck={false}
              flex={1}
              maw={360}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('tag')}
            />
            <Button type="submit" variant="default" loading={isSending} mt={25}>
              Try it
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {tried && (
          <Stack gap="sm">
            <UserDetailsResult result={tried} />
            <FieldsFound fields={tried.fields} problems={tried.problems} />
          </Stack>
        )}
      </div>
    </Stack>
  )
}

function FieldsFound({ fields, problems }: Pick<Tried, 'fields' | 'problems'>) {
  if (fields.length === 0) return null
  const problemOf = (name: string) => problems.find(({ field }) => field === name)?.problem
  return (
    <Table aria-label="Fields that came back">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Came as</Table.Th>
          <Table.Th>Checked</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, type, value }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Code>{name}</Code>
            </Table.Td>
            <Table.Td>
              {type}
              {value !== undefined && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  “{value}”
                </Text>
              )}
            </Table.Td>
            <Table.Td>{problemOf(name) ? `It ${problemOf(name)}` : 'Fine'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
