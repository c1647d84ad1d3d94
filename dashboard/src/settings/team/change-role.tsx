import { Text } from '@mantine/core'
import { api, dataOf } from '../../api/client.ts'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { ROLE_WORDS } from '../../session/roles.ts'
import { useSession } from '../../session/session.ts'
import type { Member } from '../queries.ts'
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
  const { form, ...sending } = useServerForm({
    initialValues: { role },
    send: async (body) => {
      const change = { params: { path: { eco, id } }, body }
      await dataOf(api.PATCH('/api/v1/{eco}/partners/me/team/{id}', change))
      done(`The role of ${email} is now ${ROLE_WORDS[body.role].name}.`)
    },
  })
  return (
    <DialogForm sending={sending} action="Change the role" isReady={form.values.role !== role} close={close}>
      <RoleChoice {...form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        {isSelf ? 'You are' : 'They are'} signed out at once, and sign in with the new role.
      </Text>
    </DialogForm>
  )
}
