import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { api, dataOf } from '../../api/client.ts'
import { useSession } from '../../session/session-state.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
import type { Member } from '../queries.ts'
import { ROLE_WORDS } from '../roles.ts'
import { RoleChoice } from './role-choice.tsx'

export function ChangeRole({
  member: { id, email, role },
  isSelf,
  close,
  done,
}: {
  member: Member
  isSelf: boolean
  close: () => void
  done: (message: string) => void
}) {
  const { ecosystem: eco } = useSession()
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { role },
    send: async (body) => {
      const change = { params: { path: { eco, id } }, body }
      await dataOf(api.PATCH('/api/v1/{eco}/partners/me/team/{id}', change))
      close()
      done(`The role of ${email} is now ${ROLE_WORDS[body.role].name}.`)
    },
  })
  return (
    <Modal opened onClose={close} title={`Change the role of ${email}`} centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <RoleChoice {...form.getInputProps('role')} />
          <Text size="sm" c="dimmed">
            {isSelf ? 'You are signed out at once, and sign' : 'They are signed out at once, and sign'} in
            with the new role.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending} disabled={form.values.role === role}>
              Change the role
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
