import { List, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Confirm } from '../components/confirm-dialog.tsx'
import { useChangePartner } from '../partners/queries.ts'

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
  const change = useChangePartner()
  const verb = toPublic ? 'Publish' : 'Unpublish'

  async function publish(): Promise<void> {
    await change({ boardsPublic: toPublic })
    close()
    notifications.show({
      message: toPublic ? 'The boards are published.' : 'The boards are private again.',
    })
  }

  return (
    <Confirm
      title={`${verb} the boards?`}
      action={verb}
      isHarmless={toPublic}
      isOpen={isOpen}
      close={close}
      confirm={publish}
    >
      {toPublic ? <WhatBecomesPublic /> : <WhatBecomesPrivate />}
    </Confirm>
  )
}

const WhatBecomesPublic = () => (
  <Stack>
    <span>Everyone can then read, without signing in:</span>
    <List size="sm" spacing={4}>
      <List.Item>the points board and the coin boards, with positions and amounts</List.Item>
      <List.Item>the tags of your members, and their user ids over the API</List.Item>
    </List>
    <span>
      Names, pictures and e-mail addresses stay private. The tags of minors and of users who chose to be
      hidden are left out.
    </span>
  </Stack>
)

const WhatBecomesPrivate = () => (
  <>
    The boards can then be read by your team and your members alone. Frames on other sites say that the board
    is not published.
  </>
)
