import { Code, Group, Select } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { laurel } from '../api/laurel.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Time } from '../components/time.tsx'
import { EVENT_TYPES, type LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { countText } from '../format/coins.ts'
import { DevelopersFrame } from '../layout/developers-frame.tsx'
import { UserLink } from '../members/member-link.tsx'
import { readDisplayNames } from '../members/queries.ts'
import { eventText } from './event-text.ts'

export function EventsPage() {
  const { type } = useSearch({ from: '/signed-in/developers/events' })
  const navigate = useNavigate()
  const choose = (chosen: LiveEvent['type'] | null) =>
    void navigate({ to: '/developers/events', search: { type: chosen ?? undefined } })
  return (
    <DevelopersFrame>
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
    </DevelopersFrame>
  )
}

function Events({ type }: { type: LiveEvent['type'] | undefined }) {
  const matches = useCallback((event: LiveEvent) => type === undefined || event.type === type, [type])
  const options = eventsQuery(type)
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'event', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <CursorList
      query={query}
      rowsOf={({ events }) => events}
      empty={<NoEvents type={type} />}
      liveList={liveList}
    >
      {(events) => <EventTable events={events} />}
    </CursorList>
  )
}

function EventTable({ events }: { events: NamedEvent[] }) {
  return (
    <DataTable
      label="Events"
      rows={events}
      keyOf={({ event }) => event.seq}
      detail={({ event }) => (
        <CopyableBlock text={JSON.stringify(event, null, 2)} what={`event ${event.seq} as JSON`} />
      )}
      openName={({ event }) => `Details of event ${event.seq}`}
      columns={[
        { name: 'Number', cell: ({ event }) => countText(event.seq), width: '9%', phone: 'more' },
        {
          name: 'When',
          cell: ({ event }) => <Time at={event.createdAt} format="exact" />,
          width: '14%',
          phone: 'aside',
        },
        { name: 'Type', cell: ({ event }) => <Code>{event.type}</Code>, width: '18%', phone: 'value' },
        { name: 'What', cell: ({ event }) => eventText(event), phone: 'title' },
        {
          name: 'Member',
          cell: ({ event, name }) => {
            const userId = userOf(event)
            return userId && <UserLink userId={userId}>{name}</UserLink>
          },
          width: '18%',
        },
      ]}
    />
  )
}

function NoEvents({ type }: { type: LiveEvent['type'] | undefined }) {
  if (type)
    return (
      <EmptyState icon={IconTimeline} title={`No ${type} events`}>
        Choose another type.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconTimeline} title="No events yet">
      Create a rule or add a member to see the first event.
    </EmptyState>
  )
}

const userOf = ({ data }: LiveEvent): string | undefined => ('userId' in data ? data.userId : undefined)

const EVENTS_PER_PAGE = 50
const AFTER_ALL = Number.MAX_SAFE_INTEGER

/** An event with the name of its user. */
type NamedEvent = { event: LiveEvent; name: string }

const eventsQuery = (type: LiveEvent['type'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', type ?? 'all'],
    queryFn: async ({ pageParam: before }): Promise<{ events: NamedEvent[]; next: number }> => {
      const query = { before, limit: EVENTS_PER_PAGE, ...(type && { types: type }) }
      const { events, next } = await laurel.events.list(query)
      const nameOf = await readDisplayNames(events.map(userOf).filter((id) => id !== undefined))
      return { events: events.map((event) => ({ event, name: nameOf(userOf(event) ?? '').name })), next }
    },
    initialPageParam: AFTER_ALL,
    getNextPageParam: ({ next }) => (next > 1 ? next : undefined),
  })
