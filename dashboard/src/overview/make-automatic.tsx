import type { AwardDecision, LoggedRequest, Rule } from '@laurel/sdk'
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { pageSentence } from '../api/sentence.ts'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { outcomeText } from '../format/sentences.ts'
import { CodeExamples } from '../rules/use-in-code.tsx'
import { useMay } from '../session/roles.ts'
import { Invite } from '../team/invitations.tsx'

/** The ways to go on: by hand, from a file, or by a system that someone builds. */
export function WhoAwards({ rule }: { rule: Rule }) {
  const mayInvite = useMay('inviteTeamMember')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
      <Stack gap="xs">
        <Text fw={600} size="sm">
          You, by hand
        </Text>
        <Text size="sm" c="dimmed">
          Award members on their pages, or many at once from a file. Then hide these steps: nothing is
          missing.
        </Text>
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            renderRoot={(props) => <Link to="/rules/award" search={{ rule: rule.name }} {...props} />}
          >
            Award from a file
          </Button>
          <Button size="sm" variant="default" renderRoot={(props) => <Link to="/members" {...props} />}>
            Members
          </Button>
        </Group>
      </Stack>
      <Stack gap="xs">
        <Text fw={600} size="sm">
          Your shop or app
        </Text>
        <Text size="sm" c="dimmed">
          {mayInvite
            ? 'Invite a developer, or create a key for your own server.'
            : 'An owner of your team can invite a developer or create a key.'}
        </Text>
        {mayInvite && (
          <Group gap="xs">
            <Invite />
            <Button size="sm" variant="default" renderRoot={(props) => <Link to="/developers" {...props} />}>
              Create a key
            </Button>
          </Group>
        )}
      </Stack>
    </SimpleGrid>
  )
}

/** The code that awards the rule, and whether a call has come in. */
export function FirstCall({ rule }: { rule: Rule }) {
  return (
    <Stack gap="sm">
      <CodeExamples rule={rule} />
      <Waiting />
    </Stack>
  )
}

export function ReceivedCall({ call }: { call: AwardDecision }) {
  return (
    <>
      Received <Time at={call.createdAt} format="full" />: {outcomeText(call)}
    </>
  )
}

const POLL_MS = 3_000
/** Ten minutes. */
const POLLS_MAX = 200
const REQUESTS_READ = 50

/** The latest request of a system. An award that it asked for is an event; a request that failed is in this log alone. */
const lastCallQuery = queryOptions({
  queryKey: ['requests', 'first call'],
  queryFn: async (): Promise<LoggedRequest | null> => {
    const { requests } = await laurel.requests.list({ limit: REQUESTS_READ })
    return requests.find(({ caller }) => caller === 'client') ?? null
  },
  refetchInterval: ({ state }) => (state.dataUpdateCount < POLLS_MAX ? POLL_MS : false),
})

function Waiting() {
  const queryClient = useQueryClient()
  // The end of the waiting changes no data.
  const { data: last } = useQuery({ ...lastCallQuery, notifyOnChangeProps: 'all' })
  const isOver = (queryClient.getQueryState(lastCallQuery.queryKey)?.dataUpdateCount ?? 0) >= POLLS_MAX
  return (
    <Group gap="sm" role="status">
      {last ? <LastCall call={last} /> : <Status tone="waiting">Waiting for the first call …</Status>}
      {isOver && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void queryClient.resetQueries(lastCallQuery)}
        >
          Look again
        </Button>
      )}
    </Group>
  )
}

function LastCall({ call: { status, error, createdAt } }: { call: LoggedRequest }) {
  const hasFailed = status >= 400
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Status tone={hasFailed ? 'bad' : 'waiting'}>
        {hasFailed ? 'A call came in and failed' : 'A call came in; waiting for the first award'}
      </Status>{' '}
      <Time at={createdAt} format="full" />
      {hasFailed && error && `: ${pageSentence(error)}`}{' '}
      <Anchor inherit underline="always" component={Link} to="/developers/requests">
        All requests
      </Anchor>
    </Text>
  )
}
