import type { TeamMember } from '@laurel/sdk'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { Confirmation } from '../components/confirm-dialog.tsx'
import { Dialog, useMenuButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { Time } from '../components/time.tsx'
import { ROLE_TEXT, useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { goToSignIn } from '../session/sign-in.ts'
import { RoleBadge, RoleChoice } from './roles.tsx'

export function MemberRows({ members }: { members: TeamMember[] }) {
  const { person } = useSession()
  const mayChange = useMay('changeRole')
  const [action, setAction] = useState<MemberAction | null>(null)
  const [isOpen, { open, close }] = useDisclosure(false)
  const begin = (next: MemberAction) => {
    setAction(next)
    open()
  }
  return (
    <>
      <SettingRows label="Members">
        {members.map((member) => (
          <SettingRow
            key={member.id}
            name={member.email}
            value={
              <>
                <RoleBadge role={member.role} />
                {member.id === person.id && <span className="quiet">You</span>}
              </>
            }
            description={
              <>
                Second factor {member.secondFactor ? 'on' : 'off'} · joined{' '}
                <Time at={member.createdAt} format="full" />
              </>
            }
            action={mayChange && <MemberMenu member={member} choose={(kind) => begin({ kind, member })} />}
          />
        ))}
      </SettingRows>
      <MemberDialog action={action} isOpen={isOpen} close={close} />
    </>
  )
}

function MemberMenu({
  member,
  choose,
}: {
  member: TeamMember
  choose: (kind: MemberAction['kind']) => void
}) {
  const { person } = useSession()
  const { button, fromMenu } = useMenuButton()
  const chosen = (kind: MemberAction['kind']) => fromMenu(() => choose(kind))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${member.email}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={chosen('change role')}>Change the role</Menu.Item>
        {member.secondFactor && member.id !== person.id && (
          <Menu.Item onClick={chosen('remove second factor')}>Remove the second factor</Menu.Item>
        )}
        <Menu.Item c="var(--mantine-color-error)" onClick={chosen('remove')}>
          Remove from the team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type MemberAction = { kind: 'change role' | 'remove second factor' | 'remove'; member: TeamMember }

/**
 * Stays mounted, and `action` stays set while it closes, so that it can return the focus and keeps its text.
 */
function MemberDialog({
  action,
  isOpen,
  close,
}: {
  action: MemberAction | null
  isOpen: boolean
  close: () => void
}) {
  const { person } = useSession()
  const isSelf = action?.member.id === person.id
  return (
    <Dialog isOpen={isOpen} close={close} title={action && titleOf(action, isSelf)}>
      {action && (
        <MemberForm
          key={`${action.kind} ${action.member.id}`}
          action={action}
          isSelf={isSelf}
          close={close}
        />
      )}
    </Dialog>
  )
}

function titleOf({ kind, member: { email } }: MemberAction, isSelf: boolean): string {
  if (kind === 'change role') return `Change the role of ${email}`
  if (kind === 'remove second factor') return `Remove the second factor of ${email}?`
  return isSelf ? 'Leave the team?' : `Remove ${email} from the team?`
}

function MemberForm({
  action: { kind, member },
  isSelf,
  close,
}: {
  action: MemberAction
  isSelf: boolean
  close: () => void
}) {
  const queryClient = useQueryClient()
  const { id, email } = member

  /** Every action ends the member's sessions, possibly this one. */
  const done = (message: string) => {
    close()
    if (isSelf) return goToSignIn()
    notifications.show({ message })
    void queryClient.invalidateQueries({ queryKey: ['team'] })
  }

  if (kind === 'change role') return <ChangeRole member={member} isSelf={isSelf} close={close} done={done} />
  if (kind === 'remove second factor') {
    return (
      <Confirmation
        action="Remove the second factor"
        close={close}
        confirm={async () => {
          await laurel.team.removeSecondFactor(id)
          done(`The second factor of ${email} is removed.`)
        }}
      >
        For a member who lost both the app and the recovery codes. This ends their sessions; the password
        alone signs them in until they set up a new second factor.
      </Confirmation>
    )
  }
  return (
    <Confirmation
      action={isSelf ? 'Leave the team' : 'Remove from the team'}
      close={close}
      confirm={async () => {
        await laurel.team.remove(id)
        done(`${email} is no longer in the team.`)
      }}
    >
      {isSelf
        ? 'This ends your sessions and deletes your account. You can rejoin by a new invitation; the audit log keeps past events.'
        : 'This ends their sessions and deletes the account. They can rejoin by a new invitation; the audit log keeps past events.'}
    </Confirmation>
  )
}

function ChangeRole({
  member: { id, email, role },
  isSelf,
  close,
  done,
}: {
  member: TeamMember
  isSelf: boolean
  close: () => void
  done: (message: string) => void
}) {
  const { form, ...submission } = useServerForm({
    initialValues: { role },
    send: async (body) => {
      await laurel.team.changeRole(id, body)
      done(`The role of ${email} is now ${ROLE_TEXT[body.role].name}.`)
    },
  })
  return (
    <DialogForm
      submission={submission}
      action="Change the role"
      isReady={form.values.role !== role}
      close={close}
    >
      <RoleChoice {...form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        {isSelf
          ? 'This ends your sessions. Sign in again with the new role.'
          : 'This ends their sessions. They sign in again with the new role.'}
      </Text>
    </DialogForm>
  )
}
