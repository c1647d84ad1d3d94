import { Group, Paper, Select, Table } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { CursorList } from '../../components/cursor-list.tsx'
import { Empty } from '../../components/empty-state.tsx'
import { EVENT_TYPES, type LiveEvent } from '../../event-stream/events.ts'
import { useFollowing } from '../../event-stream/live-list.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { EventRow } from './event-row.tsx'
import { eventsQuery, type NamedEvent } from './queries.ts'

/** Everything that happened, the newest first; new events appear by themselves. */
export function EventsPage() {
  const { type } = useSearch({ from: '/signed-in/developers/events' })
  const navigate = useNavigate()
  const choose = (chosen: LiveEvent['type'] | null) =>
    void navigate({ to: '/developers/events', search: { type: chosen ?? undefined } })
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
  const concerns = useCallback((event: LiveEvent) => type === undefined || event.type === type, [type])
  const options = eventsQuery(type)
  const following = useFollowing({ queryKey: options.queryKey, noun: 'event', concerns })
  const query = useInfiniteQuery({ ...options, ...following.reading })
  return (
    <CursorList
      query={query}
      rowsOf={({ events }) => events}
      empty={<NoEvents type={type} />}
      following={following}
    >
      {(events) => <EventTable events={events} />}
    </CursorList>
  )
}

function EventTable({ events }: { events: NamedEvent[] }) {
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
          {events.map(({ event, name }) => (
            <EventRow key={event.seq} event={event} name={name} />
          ))}
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
