import type { Session } from '@laurel/sdk'
import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { Section } from '../components/section.tsx'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { userAgentText } from '../format/user-agent.ts'
import { goToSignIn } from '../session/sign-in.ts'

const SESSIONS = 'sessions'

const sessionsQuery = (page: number) =>
  queryOptions({
    queryKey: [SESSIONS, page],
    queryFn: async () => laurel.account.sessions({ page }),
    placeholderData: keepPreviousData,
  })

export function SessionsCard() {
  const { page = 1 } = useSearch({ from: '/signed-in/settings/account' })
  const navigate = useNavigate({ from: '/settings/account' })
  const sessions = useQuery(sessionsQuery(page))
  return (
    <Section
      title="Where you are signed in"
      description="End sessions that you do not recognise, and change your password."
      actions={<EndAll />}
    >
      <Loaded query={sessions}>
        {({ data, count, lastpage }) => {
          if (data.length === 0)
            return <Navigate to="/settings/account" search={{ page: lastpage }} replace />
          return (
            <Stack>
              <SettingRows label="Sessions">
                {data.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </SettingRows>
              {lastpage > 1 && (
                <Pager
                  page={page}
                  lastpage={lastpage}
                  count={count}
                  onChange={(next) => void navigate({ search: { page: next } })}
                />
              )}
            </Stack>
          )
        }}
      </Loaded>
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { agent, address, current, createdAt, lastUsedAt } = session
  return (
    <SettingRow
      name={<span title={agent ?? undefined}>{userAgentText(agent)}</span>}
      value={current && <Status tone="good">This session</Status>}
      description={
        <>
          {address} · last used <Time at={lastUsedAt} format="full" /> · signed in{' '}
          <Time at={createdAt} format="full" />
        </>
      }
      action={!current && <EndSession session={session} />}
    />
  )
}

function EndAll() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const endAll = async () => {
    await laurel.account.endAllSessions()
    goToSignIn()
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isOpen={isOpen}
        close={close}
        confirm={endAll}
      >
        This ends all your sessions, including this one.
      </ConfirmDialog>
    </>
  )
}

function EndSession({ session: { id, agent } }: { session: { id: string; agent: string | null } }) {
  const queryClient = useQueryClient()
  const name = userAgentText(agent)
  const end = useMutation({
    mutationFn: () => laurel.account.endSession(id),
    onSuccess: () => notifications.show({ message: `The session of ${name} is ended.` }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [SESSIONS] }),
  })
  return (
    <Button
      variant="default"
      size="xs"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`End the session of ${name}`}
    >
      End
    </Button>
  )
}
