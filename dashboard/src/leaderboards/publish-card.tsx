import { Badge, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../components/card.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { partnerQuery } from '../partners/queries.ts'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { EmbedBoard } from './embed-board.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** Whether everyone may see the boards, and how they come into the partner's own pages. */
export function PublishCard() {
  const { ecosystem } = useSession()
  const query = useQuery(partnerQuery(ecosystem))
  const mayPublish = useMay('changeOwnPartner')
  const [isAsking, { open, close }] = useDisclosure(false)
  const isPublic = query.data?.boardsPublic
  return (
    <Card
      title="On your own site"
      about="Published boards can be read without signing in, and stand in a frame on any page."
      actions={
        isPublic !== undefined && (
          <Badge variant="dot" color={isPublic ? 'laurel' : 'gray'} tt="none" size="lg" fw={500}>
            {isPublic ? 'Published' : 'Not published'}
          </Badge>
        )
      }
    >
      <Loaded query={query} outline={<Outline rows={2} />}>
        {({ partnerId, partnerName, boardsPublic }) => (
          <Stack gap="lg">
            {boardsPublic ? (
              <EmbedBoard partnerId={partnerId} partnerName={partnerName} />
            ) : (
              <Text size="sm">Only your team and your members see the boards now.</Text>
            )}
            {mayPublish ? (
              <Button variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
                {boardsPublic ? 'Unpublish the boards' : 'Publish the boards'}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                An owner of the account can {boardsPublic ? 'unpublish' : 'publish'} them.
              </Text>
            )}
            <PublishDialog isOpen={isAsking} close={close} toPublic={!boardsPublic} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}
