import { Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useMay } from '../../session/may.ts'
import { useSession } from '../../session/session-state.ts'
import { Card } from '../../shared/card.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Pager } from '../../shared/pager.tsx'
import { agentWords } from '../agent-words.ts'
import { type Act, actsQuery, teamQuery } from '../queries.ts'
import { SettingRow, SettingRows } from '../setting-row.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { actWords } from './act-words.ts'
import { namesOf } from './names.ts'

export function ActivityPage() {
  const mayListActs = useMay('listAuditEvents')
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
      <Loaded query={team}>
        {({ members }) => (
          <Loaded query={acts}>
            {({ data, count, lastpage }) => {
              if (data.length === 0)
                return <Navigate to="/settings/activity" search={{ page: lastpage }} replace />
              return (
                <Stack>
                  <SettingRows label="What was done">
                    {data.map((act) => (
                      <ActRow key={act.id} act={act} nameOf={namesOf(partner, members, data)} />
                    ))}
                  </SettingRows>
                  <Pager
                    page={page}
                    lastpage={lastpage}
                    count={count}
                    onChange={(next) => void navigate({ search: { page: next } })}
                  />
                </Stack>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

function ActRow({ act, nameOf }: { act: Act; nameOf: (id: string) => string }) {
  return (
    <SettingRow
      name={actWords(act, nameOf)}
      about={nameOf(act.actor)}
      isActionWide
      action={
        <Text size="sm" component="div" className="aside">
          <Moment at={act.createdAt} />
          <Text inherit c="dimmed" title={act.agent ?? undefined}>
            {agentWords(act.agent)}, {act.address}
          </Text>
        </Text>
      }
    />
  )
}
