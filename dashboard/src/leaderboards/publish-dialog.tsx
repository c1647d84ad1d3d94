import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { useSession } from '../session/session-state.ts'
import { Problem } from '../shared/problem.tsx'
import { partnerQuery } from './partner-query.ts'

/** Says what everyone will see, or no longer see, before it is so. */
export function PublishDialog({
  isOpen,
  close,
  toPublic,
}: {
  isOpen: boolean
  close: () => void
  toPublic: boolean
}) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/api/v1/{eco}/partners/me', {
          params: { path: { eco: ecosystem } },
          body: { boardsPublic: toPublic },
        }),
      ),
    onSuccess: (partner) => {
      close()
      queries.setQueryData(partnerQuery(ecosystem).queryKey, partner)
      notifications.show({
        message: toPublic ? 'The boards are published.' : 'The boards are private again.',
      })
    },
  })
  const verb = toPublic ? 'Publish' : 'Unpublish'
  return (
    <Modal opened={isOpen} onClose={close} title={`${verb} the boards?`} centered>
      <Stack>
        <Problem>{change.error && sentenceOf(change.error)}</Problem>
        {toPublic ? <WhatBecomesPublic /> : <WhatBecomesPrivate />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            color={toPublic ? undefined : 'red'}
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const WhatBecomesPublic = () => (
  <>
    <Text size="sm">Everyone can then read, without signing in:</Text>
    <List size="sm" spacing={4}>
      <List.Item>the points board and the coin boards, with positions and amounts</List.Item>
      <List.Item>the tags of your members, and their user ids over the API</List.Item>
    </List>
    <Text size="sm">
      Names, pictures and e-mail addresses stay private. The tags of minors and of users who chose to be
      hidden are left out.
    </Text>
  </>
)

const WhatBecomesPrivate = () => (
  <Text size="sm">
    The boards can then be read by your team and your members alone. Frames on other sites say that the board
    is not published.
  </Text>
)
