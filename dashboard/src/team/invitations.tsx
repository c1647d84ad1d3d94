import type { Invitation, Role } from '@laurel/sdk'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { EmailInput } from '../components/account-fields.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DialogButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { Time } from '../components/time.tsx'
import { useMay } from '../session/roles.ts'
import { RoleBadge, RoleChoice } from './roles.tsx'

export function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const mayInvite = useMay('inviteTeamMember')
  const none = mayInvite
    ? 'There are no open invitations.'
    : 'There are no open invitations. Owners can invite.'
  return (
    <Section title="Invitations" description="People who have not joined yet.">
      {invitations.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <SettingRows label="Invitations">
          {invitations.map((invitation) => (
            <SettingRow
              key={invitation.id}
              name={invitation.email}
              value={<RoleBadge role={invitation.role} />}
              description={
                <>
                  Sent <Time at={invitation.createdAt} format="full" /> · valid until{' '}
                  <Time at={invitation.expiresAt} format="full" />
                </>
              }
              action={mayInvite && <WithdrawInvitation invitation={invitation} />}
            />
          ))}
        </SettingRows>
      )}
    </Section>
  )
}

function WithdrawInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  const queryClient = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  const withdraw = async () => {
    await laurel.team.withdrawInvitation(id)
    close()
    notifications.show({ message: `The invitation of ${email} is withdrawn.` })
    void queryClient.invalidateQueries({ queryKey: ['team'] })
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Withdraw the invitation of ${email}`}>
        Withdraw
      </Button>
      <ConfirmDialog
        title={`Withdraw the invitation of ${email}?`}
        action="Withdraw"
        isOpen={isOpen}
        close={close}
        confirm={withdraw}
      >
        The link in the mail stops working. You can invite the same address again.
      </ConfirmDialog>
    </>
  )
}

export function Invite() {
  const idempotentSend = useIdempotentSend()
  return (
    <DialogButton
      leftSection={<IconUserPlus size={18} aria-hidden />}
      title="Invite someone to the team"
      dialog={(close) => <InviteForm close={close} idempotentSend={idempotentSend} />}
    >
      Invite someone
    </DialogButton>
  )
}

function InviteForm({ close, idempotentSend }: { close: () => void; idempotentSend: IdempotentSend }) {
  const queryClient = useQueryClient()
  const { form, ...submission } = useServerForm({
    initialValues: { email: '', role: 'read-only' as Role },
    send: async (body) => {
      await idempotentSend(body, (key) => laurel.team.invite(body, key))
      notifications.show({ title: 'Invitation sent', message: `We have sent a mail to ${body.email}.` })
      void queryClient.invalidateQueries({ queryKey: ['team'] })
      close()
    },
  })
  return (
    <DialogForm submission={submission} action="Send the invitation" close={close}>
      <EmailInput autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <RoleChoice {...form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        We send a link that works once, for 7 days.
      </Text>
    </DialogForm>
  )
}
