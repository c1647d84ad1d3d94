import { List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../api/client.ts'
import { Confirm } from '../components/confirm-dialog.tsx'
import { coinsText } from '../format/coins.ts'
import { memberName, possessive } from '../members/member-name.ts'
import { useRefreshUser } from './refresh-user.ts'
import type { UserDialog } from './user-dialog.ts'

/** Ends a membership, after saying what that means. */
export function EndDialog({ isOpen, close, member }: UserDialog) {
  const navigate = useNavigate()
  const refresh = useRefreshUser()
  const name = memberName(member)

  async function end(): Promise<void> {
    const params = { path: { userId: member.userId } }
    await dataOf(api.DELETE('/api/v1/laas/users/{userId}', { params }))
    notifications.show({ message: `The membership of ${name} has ended.` })
    await navigate({ to: '/users' })
    await refresh()
  }

  return (
    <Confirm
      title={`End the membership of ${name}?`}
      action="End the membership"
      isOpen={isOpen}
      close={close}
      confirm={end}
    >
      <List size="sm" spacing={6}>
        <List.Item>{name} comes off every board and count.</List.Item>
        <List.Item>Awards and transfers are refused, as for somebody who never joined.</List.Item>
        <List.Item>Your apps lose what they hold in {possessive(name)} name.</List.Item>
        <List.Item>
          The wallet ({coinsText(member.wallet.coins)}), points and progress are kept, and come back when{' '}
          {name} joins again.
        </List.Item>
      </List>
    </Confirm>
  )
}
