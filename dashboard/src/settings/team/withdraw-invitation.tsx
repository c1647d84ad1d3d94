import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Confirm } from '../../components/confirm-dialog.tsx'
import { useSession } from '../../session/session.ts'
import type { Invitation } from '../queries.ts'

export function WithdrawInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  const withdraw = async () => {
    const path = { eco, id }
    await dataOf(api.DELETE('/api/v1/{eco}/partners/me/team/invitations/{id}', { params: { path } }))
    close()
    notifications.show({ message: `The invitation of ${email} is withdrawn.` })
    void queries.invalidateQueries({ queryKey: ['team'] })
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Withdraw the invitation of ${email}`}>
        Withdraw
      </Button>
      <Confirm
        title={`Withdraw the invitation of ${email}?`}
        action="Withdraw"
        isOpen={isOpen}
        close={close}
        confirm={withdraw}
      >
        The link in the mail no longer works then. You can invite the same address again.
      </Confirm>
    </>
  )
}
