import { Autocomplete, Button, Group } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconBolt, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  type ActivityLine,
  activitiesQuery,
  activityTypesQuery,
  isActivityType,
} from '../activities/queries.ts'
import { Amount } from '../components/amount.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Time } from '../components/time.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { counted } from '../format/coins.ts'
import { UserLink } from '../members/member-link.tsx'
import { ActivityDrawer } from './activity-drawer.tsx'
import { type ActivityFilter, activityQueryOf, matchesActivities } from './activity-filter.ts'
import { DayRange, UserFilter } from './filter-bar.tsx'
import { isFiltered } from './history-filter.ts'
import { HistoryFrame } from './history-frame.tsx'
import { OrderLink } from './order-link.tsx'

/** What customers did, as the partner's code told it, and what it led to. */
export function ActivitiesPage() {
  const { activity, ...filter } = useSearch({ from: '/signed-in/history/activities' })
  const navigate = useNavigate({ from: '/history/activities' })
  const openActivity = (id: string | undefined) =>
    void navigate({ search: { ...filter, activity: id }, resetScroll: false, replace: id === undefined })
  return (
    <HistoryFrame part="Activities">
      <Filters filter={filter} show={(next) => void navigate({ search: next })} />
      <Activities key={JSON.stringify(filter)} filter={filter} open={({ id }) => openActivity(id)} />
      <ActivityDrawer id={activity} close={() => openActivity(undefined)} />
    </HistoryFrame>
  )
}

function Filters({ filter, show }: { filter: ActivityFilter; show: (filter: ActivityFilter) => void }) {
  return (
    <Group gap="sm">
      <TypeFilter key={filter.type} type={filter.type} choose={(type) => show({ ...filter, type })} />
      <UserFilter userId={filter.user} choose={(user) => show({ ...filter, user })} />
      <SearchBox
        label="Order, exactly"
        value={filter.reference}
        onSearch={(reference) => show({ ...filter, reference })}
        maxLength={100}
        w={{ base: '100%', xs: 180 }}
      />
      <DayRange
        key={`${filter.from} ${filter.to}`}
        initial={[filter.from ?? null, filter.to ?? null]}
        choose={([from, to]) => show({ ...filter, from: from ?? undefined, to: to ?? undefined })}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => show({})}
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

const TYPING_PAUSE_MS = 500

/** One of the known types, or another one. */
function TypeFilter({
  type,
  choose,
}: {
  type: string | undefined
  choose: (type: string | undefined) => void
}) {
  const { data = [] } = useQuery(activityTypesQuery)
  const [text, setText] = useState(type ?? '')
  const chooseLater = useDebouncedCallback((next: string) => {
    if (next === '' || isActivityType(next)) choose(next || undefined)
  }, TYPING_PAUSE_MS)
  return (
    <Autocomplete
      aria-label="Activity"
      placeholder="All activities"
      w={{ base: '100%', xs: 220 }}
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      data={data.map((each) => each.type)}
      value={text}
      onChange={(next) => {
        setText(next)
        chooseLater(next.trim().toLowerCase())
      }}
    />
  )
}

function Activities({ filter, open }: { filter: ActivityFilter; open: (activity: ActivityLine) => void }) {
  // The filter is new with every render; its parts are not.
  const text = JSON.stringify(filter)
  const matches = useCallback((event: LiveEvent) => matchesActivities(JSON.parse(text), event), [text])
  const options = activitiesQuery(activityQueryOf(filter))
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'line', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <CursorList
      query={query}
      rowsOf={({ lines }) => lines}
      loading={<LoadingRows rows={12} />}
      empty={<NoActivities isFiltered={isFiltered(filter)} />}
      liveList={liveList}
    >
      {(lines) => <ActivityTable lines={lines} open={open} />}
    </CursorList>
  )
}

function ActivityTable({ lines, open }: { lines: ActivityLine[]; open: (activity: ActivityLine) => void }) {
  return (
    <DataTable
      label="Activities"
      rows={lines}
      keyOf={({ id }) => id}
      open={open}
      openName={({ user }) => `Details of ${user.name}`}
      columns={[
        {
          name: 'Activity',
          cell: ({ type }) => <bdi className="cut">{type}</bdi>,
          width: '22%',
          phone: 'title',
        },
        {
          name: 'Member',
          cell: ({ userId, user }) => (
            <UserLink userId={userId}>
              <bdi className="cut">{user.name}</bdi>
            </UserLink>
          ),
          width: '18%',
          phone: 'more',
        },
        { name: 'What it led to', cell: (line) => <span className="quiet">{ledTo(line)}</span> },
        {
          name: 'Order',
          cell: ({ reference }) => reference && <OrderLink reference={reference} />,
          width: '16%',
        },
        {
          name: 'Paid',
          cell: ({ coins }) => (coins === '0' ? null : <Amount coins={coins} isCredit />),
          isAmount: true,
          width: '13%',
          phone: 'value',
        },
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: '12%',
          phone: 'aside',
        },
      ]}
    />
  )
}

/** "2 awards paid · 1 counted · 1 rule refused" */
function ledTo({ paid, counted: count, refused }: ActivityLine): string {
  const parts = [
    ...(paid > 0 ? [`${counted(paid, 'award')} paid`] : []),
    ...(count > 0 ? [`${counted(count, 'award')} counted`] : []),
    ...(refused > 0 ? [`${counted(refused, 'rule')} refused`] : []),
  ]
  return parts.join(' · ') || 'No rule matched'
}

function NoActivities({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconBolt}
        title="Nothing found"
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/history/activities" search={{}} {...props} />}
          >
            Show all activities
          </Button>
        }
      >
        Choose another activity, other days, or another member or order.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconBolt} title="No activities yet">
      Your code tells once what a customer did, such as a paid order; the rules decide what it is worth.
    </EmptyState>
  )
}
