import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import { useSession } from '../../session/session-state.ts'
import { leave } from '../../session/sign-out.ts'
import { Card } from '../../shared/card.tsx'
import { Confirm } from '../../shared/confirm.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Pager } from '../../shared/pager.tsx'
import { agentWords } from '../agent-words.ts'
import { sessionsQuery } from '../queries.ts'
import { EndSession } from './end-session.tsx'

type SignedInSession = DataOf<'listSessions'>['data'][number]

export function SessionsCard() {
  const { ecosystem: eco } = useSession()
  const { page = 1 } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const sessions = useQuery(sessionsQuery(eco, page))
  return (
    <Card
      title="Where you are signed in"
      about="End what you do not know, and change your password then."
      actions={<EndAll eco={eco} />}
    >
      <Loaded query={sessions}>
        {({ data, count, lastpage }) => (
          <Stack>
            <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Browser or program</Table.Th>
                    <Table.Th>Address</Table.Th>
                    <Table.Th>Signed in</Table.Th>
                    <Table.Th>Last used</Table.Th>
                    <Table.Th aria-label="Actions" />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {(lastpage > 1 || page > 1) && (
              <Pager
                page={page}
                lastpage={lastpage}
                count={count}
                onChange={(next) => void navigate({ search: { page: next } })}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function SessionRow({ session }: { session: SignedInSession }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" title={session.agent ?? undefined}>
            {agentWords(session.agent)}
          </Text>
          {session.current && (
            <Badge variant="dot" tt="none" fw={500}>
              This one
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{session.address}</Table.Td>
      <Table.Td>
        <Moment at={session.createdAt} />
      </Table.Td>
      <Table.Td>
        <Moment at={session.lastUsedAt} />
      </Table.Td>
      <Table.Td ta="right">{!session.current && <EndSession session={session} />}</Table.Td>
    </Table.Tr>
  )
}

function EndAll({ eco }: { eco: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const endAll = async () => {
    await dataOf(api.DELETE('/api/v1/{eco}/partners/me/sessions', { params: { path: { eco } } }))
    leave()
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Sign out everywhere
      </Button>
      <Confirm
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isOpen={isOpen}
        close={close}
        confirm={endAll}
      >
        All your sessions end at once, this one too. You sign in again with your password.
      </Confirm>
    </>
  )
}
