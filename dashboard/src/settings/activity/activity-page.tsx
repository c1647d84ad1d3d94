import { Stack, Table, Text } from '@mantine/core'
import { IconHistory, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMay } from '../../session/may.ts'
import { useSession } from '../../session/session-state.ts'
import { Card } from '../../shared/card.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Pager } from '../../shared/pager.tsx'
import { agentWords } from '../agent-words.ts'
import { type Act, actsQuery, teamQuery } from '../queries.ts'
import { SettingsPage } from '../settings-page.tsx'
import { actWords } from './act-words.ts'
import { namesOf } from './names.ts'

export function ActivityPage() {
  const mayListActs = useMay('listActs')
  return (
    <SettingsPage part="Activity">
      {mayListActs ? (
        <Activity />
      ) : (
        <Empty icon={IconLock} title="Owners and managers see this">
          What was done to the accounts of the team is for them alone.
        </Empty>
      )}
    </SettingsPage>
  )
}

function Activity() {
  const { ecosystem: eco, partner } = useSession()
  const { page = 1 } = useSearch({ from: '/signed-in/settings/activity' })
  const navigate = useNavigate({ from: '/settings/activity' })
  const acts = useQuery(actsQuery(eco, page))
  const team = useQuery(teamQuery(eco))
  return (
    <Card
      title="Activity"
      about="What was done to the accounts of your team, the newest first. Nothing of it can be changed."
    >
      <Loaded query={acts}>
        {({ data, count, lastpage }) =>
          data.length === 0 ? (
            <Empty icon={IconHistory} title="Nothing on this page">
              The last page is number {lastpage}.
            </Empty>
          ) : (
            <Stack>
              <ActTable acts={data} nameOf={namesOf(partner, team.data?.members ?? [], data)} />
              <Pager
                page={page}
                lastpage={lastpage}
                count={count}
                onChange={(next) => void navigate({ search: { page: next } })}
              />
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}

function ActTable({ acts, nameOf }: { acts: Act[]; nameOf: (id: string) => string }) {
  return (
    <Table.ScrollContainer minWidth={680} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Account</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>From</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {acts.map((act) => (
            <Table.Tr key={act.id}>
              <Table.Td>
                <Moment at={act.createdAt} />
              </Table.Td>
              <Table.Td>{nameOf(act.actor)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{actWords(act, nameOf)}</Table.Td>
              <Table.Td>
                <Text size="sm" title={act.agent ?? undefined}>
                  {agentWords(act.agent)}
                </Text>
                <Text size="xs" c="dimmed">
                  {act.address}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
