import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Confirmation } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useSession } from '../../session/session.ts'
import { leave } from '../../session/sign-in.ts'
import type { Member } from '../queries.ts'
import { ChangeRole } from './change-role.tsx'

/** What an owner is about to do to a member. */
export type MemberAct = { is: 'another role' | 'no second factor' | 'removal'; member: Member }

/** Is there before it is opened, and `act` until it has closed, so that it knows where the focus was and keeps its words. */
export function MemberDialog({
  act,
  isOpen,
  close,
}: {
  act: MemberAct | null
  isOpen: boolean
  close: () => void
}) {
  const { person } = useSession()
  const isSelf = act?.member.id === person.id
  return (
    <Dialog isOpen={isOpen} close={close} title={act && titleOf(act, isSelf)}>
      {act && <MemberStep key={`${act.is} ${act.member.id}`} act={act} isSelf={isSelf} close={close} />}
    </Dialog>
  )
}

function titleOf({ is, member: { email } }: MemberAct, isSelf: boolean): string {
  if (is === 'another role') return `Change the role of ${email}`
  if (is === 'no second factor') return `Remove the second factor of ${email}?`
  return isSelf ? 'Leave the team?' : `Remove ${email} from the team?`
}

function MemberStep({ act, isSelf, close }: { act: MemberAct; isSelf: boolean; close: () => void }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const { id, email } = act.member
  const who = isSelf ? 'You' : email
  const isSignedOut = isSelf ? 'You are signed out at once' : 'They are signed out at once'

  /** Each of these ends the member's sessions, which may be the one of whoever does it. */
  const done = (message: string) => {
    close()
    if (isSelf) return leave()
    notifications.show({ message })
    void queries.invalidateQueries({ queryKey: ['team'] })
  }

  if (act.is === 'another role')
    return <ChangeRole member={act.member} isSelf={isSelf} close={close} done={done} />
  if (act.is === 'no second factor') {
    return (
      <Confirmation
        action="Remove the second factor"
        close={close}
        confirm={async () => {
          const path = { eco, id }
          await dataOf(api.DELETE('/api/v1/{eco}/partners/me/team/{id}/second-factor', { params: { path } }))
          done(`The second factor of ${email} is removed.`)
        }}
      >
        For someone who lost both the app and the recovery codes. They are signed out at once, and the
        password alone signs in until a new second factor is set up.
      </Confirmation>
    )
  }
  return (
    <Confirmation
      action={isSelf ? 'Leave the team' : 'Remove from the team'}
      close={close}
      confirm={async () => {
        await dataOf(api.DELETE('/api/v1/{eco}/partners/me/team/{id}', { params: { path: { eco, id } } }))
        done(`${email} is no longer in the team.`)
      }}
    >
      {isSignedOut}, and the account is gone. {who} can come back by a new invitation; what was done stays in
      the activity.
    </Confirmation>
  )
}
