import { Button, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { coinName } from '../format/coins.ts'
import { partnerQuery, useChangePartner } from '../partners/queries.ts'
import { useMay } from '../session/roles.ts'
import { EmbedBoard } from './embed-board.tsx'

/** Publishes the boards and shows how to embed them. */
export function PublishCard() {
  const query = useQuery(partnerQuery)
  const mayPublish = useMay('changeOwnPartner')
  const [isAsking, { open, close }] = useDisclosure(false)
  const isPublic = query.data?.boardsPublic
  return (
    <Section
      title="On your own site"
      description="Anyone can read published boards without signing in, and you can embed them in any page."
      actions={
        isPublic !== undefined && (
          <Status tone={isPublic ? 'good' : 'quiet'}>{isPublic ? 'Published' : 'Not published'}</Status>
        )
      }
    >
      <Loaded query={query} loading={<LoadingRows rows={2} />}>
        {({ partnerId, partnerName, boardsPublic }) => (
          <Stack gap="lg">
            {boardsPublic ? (
              <EmbedBoard partnerId={partnerId} partnerName={partnerName} />
            ) : (
              <Text size="sm">Only your team and your members can see the boards.</Text>
            )}
            {mayPublish ? (
              <Button variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
                {boardsPublic ? 'Unpublish the boards' : 'Publish the boards'}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                An owner of your team can {boardsPublic ? 'unpublish' : 'publish'} them.
              </Text>
            )}
            <PublishDialog isOpen={isAsking} close={close} toPublic={!boardsPublic} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function PublishDialog({
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
    <ConfirmDialog
      title={`${verb} the boards?`}
      action={verb}
      isHarmless={toPublic}
      isOpen={isOpen}
      close={close}
      confirm={publish}
    >
      {toPublic ? <WhatBecomesPublic /> : <WhatBecomesPrivate />}
    </ConfirmDialog>
  )
}

const WhatBecomesPublic = () => (
  <Stack>
    <span>Anyone can then read, without signing in:</span>
    <List size="sm" spacing={4}>
      <List.Item>the boards of points and of {coinName().many}, with positions and amounts</List.Item>
      <List.Item>the tags of your members, and their user ids over the API</List.Item>
    </List>
    <span>
      Names, pictures and e-mail addresses stay private. Minors, members who chose to be hidden and members
      without an account appear as “Member 42”.
    </span>
  </Stack>
)

const WhatBecomesPrivate = () => (
  <>
    Only your team and your members can then read the boards. Embedded boards say that they are not published.
  </>
)
