import { Button, Group, Paper, Select, Stack, Table } from '@mantine/core'
import { IconArrowUp, IconTimeline } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EVENT_TYPES, type LiveEvent } from '../../live/event-listeners.ts'
import { useUnseenEvents } from '../../live/unseen-events.ts'
import { counted } from '../../shared/coins.ts'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { More } from '../../shared/pager.tsx'
import { oneOf } from '../../shared/search.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { EventRow } from './event-row.tsx'
import { userOf } from './event-words.ts'
import { type EventPage, eventsQuery } from './queries.ts'

/** Everything that happened, the newest first; new events appear by themselves. */
export function EventsPage() {
  const { type } = useSearch({ from: '/signed-in/developers/events' })
  const navigate = useNavigate()
  const choose = (value: string | null) =>
    void navigate({ to: '/developers/events', search: { type: oneOf(value, EVENT_TYPES) } })
  return (
    <DevelopersPage>
      <Group>
        <Select
          aria-label="Type of event"
          placeholder="All types"
          data={[...EVENT_TYPES]}
          value={type ?? null}
          onChange={choose}
          clearable
          clearButtonProps={{ 'aria-label': 'All types' }}
          w={220}
        />
      </Group>
      <Events key={type ?? 'all'} type={type} />
    </DevelopersPage>
  )
}

function Events({ type }: { type: LiveEvent['type'] | undefined }) {
  const queries = useQueryClient()
  const concerns = useCallback((event: LiveEvent) => type === undefined || event.type === type, [type])
  const { isFollowing, unseen, stop, follow } = useUnseenEvents(concerns)
  const options = eventsQuery(type)
  const query = useInfiniteQuery({ ...options, meta: { live: isFollowing } })

  const showNewest = () => {
    follow()
    void queries.resetQueries(options)
  }
  const showMore = () => {
    stop()
    void query.fetchNextPage()
  }

  return (
    <Loaded query={query}>
      {({ pages }) => {
        const isEmpty = pages.every(({ events }) => events.length === 0)
        if (isEmpty && !query.hasNextPage) return <NoEvents type={type} />
        return (
          <Stack>
            {unseen > 0 && (
              <Group justify="center" role="status">
                <Button
                  size="compact-sm"
                  leftSection={<IconArrowUp size={14} aria-hidden />}
                  onClick={showNewest}
                >
                  {counted(unseen, 'new event')}
                </Button>
              </Group>
            )}
            <EventTable pages={pages} />
            <More hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} load={showMore} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function EventTable({ pages }: { pages: EventPage[] }) {
  return (
    <Paper className="card">
      <Table className="log" verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="number">Number</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pages.flatMap(({ events, nameOf }) =>
            events.map((event) => (
              <EventRow key={event.seq} event={event} name={nameOf(userOf(event) ?? '').name} />
            )),
          )}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function NoEvents({ type }: { type: LiveEvent['type'] | undefined }) {
  return (
    <Paper className="card">
      {type ? (
        <Empty icon={IconTimeline} title={`No event of the type ${type}`}>
          Choose another type, or look at all of them.
        </Empty>
      ) : (
        <Empty icon={IconTimeline} title="Nothing has happened yet">
          Create a rule or add a user, and the first event is here a moment later.
        </Empty>
      )}
    </Paper>
  )
}
