import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { type SendOnce, useOnce } from '../../api/idempotency.ts'
import type { BodyOf } from '../../api/types.ts'
import { EmailInput } from '../../components/account-fields.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { useSession } from '../../session/session.ts'
import { RoleChoice } from './role-choice.tsx'

export function Invite() {
  const sendOnce = useOnce()
  return (
    <DialogButton
      leftSection={<IconUserPlus size={18} aria-hidden />}
      title="Invite someone to the team"
      dialog={(close) => <InviteForm close={close} sendOnce={sendOnce} />}
    >
      Invite someone
    </DialogButton>
  )
}

function InviteForm({ close, sendOnce }: { close: () => void; sendOnce: SendOnce }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const { form, ...sending } = useServerForm<BodyOf<'inviteTeamMember'>>({
    initialValues: { email: '', role: 'read-only' },
    sentences: { 'The email': 'email' },
    send: async (body) => {
      const invitation = { params: { path: { eco } }, body }
      await sendOnce(body, (key) =>
        dataOf(api.POST('/api/v1/{eco}/partners/me/team/invitations', { ...invitation, ...key })),
      )
      notifications.show({ title: 'Invitation sent', message: `A mail is on its way to ${body.email}.` })
      void queries.invalidateQueries({ queryKey: ['team'] })
      close()
    },
  })
  return (
    <DialogForm sending={sending} action="Send the invitation" close={close}>
      <EmailInput autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <RoleChoice {...form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        They get a mail with a link that works once and for 7 days.
      </Text>
    </DialogForm>
  )
}
