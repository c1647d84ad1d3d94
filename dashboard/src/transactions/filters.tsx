import { Button, Group, Select } from '@mantine/core'
import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isFiltered, TRANSACTION_KINDS, type TransactionFilter } from './transaction-filter.ts'
import { KIND_WORDS } from './transaction-words.ts'
import { UserFilter } from './user-filter.tsx'

/** Whose, of which type and from when; all of it stands in the address, so that it can be shared. */
export function Filters({ filter }: { filter: TransactionFilter }) {
  const navigate = useNavigate()
  const show = (search: TransactionFilter) => void navigate({ to: '/transactions', search })
  return (
    <Group gap="sm">
      <UserFilter userId={filter.user} choose={(user) => show({ ...filter, user })} />
      <Select
        aria-label="Type"
        placeholder="All types"
        w={{ base: '100%', xs: 180 }}
        data={TRANSACTION_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
        value={filter.kind ?? null}
        onChange={(kind) => show({ ...filter, kind: kind ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All types' }}
      />
      <DayRange
        key={`${filter.from} ${filter.to}`}
        given={[filter.from ?? null, filter.to ?? null]}
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

/** Holds the first day until the last one is chosen too. */
function DayRange({
  given,
  choose,
}: {
  given: DatesRangeValue<string>
  choose: (range: DatesRangeValue<string>) => void
}) {
  const [range, setRange] = useState(given)
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
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Month before' }}
    />
  )
}
