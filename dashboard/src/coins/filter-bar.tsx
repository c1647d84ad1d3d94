import type { Member } from '@laurel/sdk'
import { Button, Group, Select } from '@mantine/core'
import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendar, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchBox } from '../components/search-box.tsx'
import { displayNameOf } from '../members/member-name.ts'
import { foundMembersQuery, membersQuery } from '../members/queries.ts'
import { KIND_LABELS } from './queries.ts'
import { isFiltered, TRANSACTION_KINDS, type TransactionFilter } from './transaction-filter.ts'

/** Filters by user, type, days and reference. The filter is part of the address, so that it can be shared. */
export function Filters({ filter }: { filter: TransactionFilter }) {
  const navigate = useNavigate()
  const show = (search: TransactionFilter) => void navigate({ to: '/history', search })
  return (
    <Group gap="sm">
      <UserFilter userId={filter.user} choose={(user) => show({ ...filter, user })} />
      <Select
        aria-label="Type"
        placeholder="All types"
        w={{ base: '100%', xs: 180 }}
        data={TRANSACTION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
        value={filter.kind ?? null}
        onChange={(kind) => show({ ...filter, kind: kind ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All types' }}
      />
      <DayRange
        key={`${filter.from} ${filter.to}`}
        initial={[filter.from ?? null, filter.to ?? null]}
        choose={([from, to]) => show({ ...filter, from: from ?? undefined, to: to ?? undefined })}
      />
      <SearchBox
        label="Reference"
        value={filter.reference}
        onSearch={(reference) => show({ ...filter, reference })}
        maxLength={100}
        w={{ base: '100%', xs: 180 }}
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

/** Applies the range once both days are chosen. */
function DayRange({
  initial,
  choose,
}: {
  initial: DatesRangeValue<string>
  choose: (range: DatesRangeValue<string>) => void
}) {
  const [range, setRange] = useState(initial)
  const change = (next: DatesRangeValue<string>) => {
    setRange(next)
    const [first, last] = next
    if ((first === null) === (last === null)) choose(next)
  }
  return (
    <DatePickerInput
      type="range"
      placeholder="All days"
      leftSection={<IconCalendar size={16} aria-hidden />}
      w={{ base: '100%', xs: 280 }}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={range}
      onChange={change}
      clearable
      clearButtonProps={{ 'aria-label': 'All days' }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  )
}

const TYPING_PAUSE_MS = 200

function UserFilter({
  userId,
  choose,
}: {
  userId: string | undefined
  choose: (userId: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const memberQuery = useQuery({ ...membersQuery({ ids: userId }), enabled: userId !== undefined })
  const [member] = userId ? (memberQuery.data?.data ?? []) : []
  const [typed] = useDebouncedValue(member && text === labelOf(member) ? '' : text.trim(), TYPING_PAUSE_MS)
  const search = useQuery(foundMembersQuery(typed))
  const members = [...(member ? [member] : []), ...(search.data?.data ?? [])]
  const options = new Map(members.map((each) => [each.userId, labelOf(each)]))
  return (
    <Select
      aria-label="User"
      placeholder="Tag, name, e-mail or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 260 }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={userId ?? null}
      onChange={(value) => choose(value ?? undefined)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered already.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        search.isFetching
          ? 'Searching …'
          : search.isError
            ? 'The users could not be loaded; try again.'
            : 'No users found'
      }
      clearable
      clearButtonProps={{ 'aria-label': 'All users' }}
    />
  )
}

function labelOf({ userData }: Member): string {
  const { name, tag } = displayNameOf(userData)
  return tag ? `${name} · @${tag}` : name
}
