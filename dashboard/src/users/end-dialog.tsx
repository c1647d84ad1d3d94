import { Button, Group, List, Modal, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { coinsText } from '../awards/decision-in-words.ts'
import { possessive } from '../awards/reversal-in-words.ts'
import { Problem } from '../shared/problem.tsx'
import { memberName } from './member-name.ts'
import type { Member } from './queries.ts'
import { useRefreshUser } from './refresh-user.ts'

/** Ends a membership, after saying what that means. */
export function EndDialog({
  opened,
  onClose,
  member,
}: {
  opened: boolean
  onClose: () => void
  member: Member
}) {
  const navigate = useNavigate()
  const refresh = useRefreshUser()
  const name = memberName(member)
  const end = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/api/v1/laas/users/{userId}', { params: { path: { userId: member.userId } } })),
    onSuccess: async () => {
      notifications.show({ message: `The membership of ${name} has ended.` })
      await navigate({ to: '/users' })
      await refresh()
    },
  })
  return (
    <Modal opened={opened} onClose={onClose} title={`End the membership of ${name}?`} centered>
      <Stack>
        <Problem>{end.error && sentenceOf(end.error)}</Problem>
        <List size="sm" spacing={6}>
          <List.Item>{name} comes off every board and count.</List.Item>
          <List.Item>Awards and transfers are refused, as for somebody who never joined.</List.Item>
          <List.Item>Your apps lose what they hold in {possessive(name)} name.</List.Item>
          <List.Item>
            The wallet ({coinsText(member.wallet.coins)}), points and progress are kept, and come back when{' '}
            {name} joins again.
          </List.Item>
        </List>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
            End the membership
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
