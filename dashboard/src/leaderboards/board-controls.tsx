import { coinName } from '../format/coins.ts'
import '@mantine/dates/styles.css'
import type { CoinBoardType } from '@laurel/sdk'
import { Group, SegmentedControl } from '@mantine/core'
import { MonthPickerInput, YearPickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { latestMonthOf, monthText, thisMonth } from '../format/time.ts'
import type { BoardSearch } from './board-search.ts'

/** Chooses whose coins the board shows, and of which time. */
export function BoardControls() {
  const { type, month, year, user } = useSearch({ from: '/signed-in/boards' })
  const navigate = useNavigate({ from: '/boards' })
  const show = (search: BoardSearch) => void navigate({ search })
  return (
    <>
      <SegmentedControl<CoinBoardType>
        aria-label={`Whose ${coinName().many}`}
        value={type ?? 'earner'}
        onChange={(chosen) => show({ type: chosen === 'spender' ? chosen : undefined, month, year, user })}
        data={[
          { value: 'earner', label: 'Earners' },
          { value: 'spender', label: 'Spenders' },
        ]}
      />
      <PeriodPicker period={{ month, year }} onChange={(period) => show({ type, user, ...period })} />
    </>
  )
}

/** All time without a month and a year. */
type Period = { month?: string | undefined; year?: number | undefined }

function PeriodPicker({
  period: { month, year },
  onChange,
}: {
  period: Period
  onChange: (period: Period) => void
}) {
  const kind = year ? 'year' : month ? 'month' : 'all'
  const choose = (chosen: string) => {
    if (chosen === 'year') onChange({ year: Number((month ?? thisMonth()).slice(0, 4)) })
    else onChange(chosen === 'month' ? { month: latestMonthOf(year) } : {})
  }
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Time"
        value={kind}
        onChange={choose}
        data={[
          { value: 'all', label: 'All time' },
          { value: 'year', label: 'Year' },
          { value: 'month', label: 'Month' },
        ]}
      />
      {month && (
        <MonthPickerInput
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={`Month: ${monthText(month)}`}
          w={190}
          value={`${month}-01`}
          valueFormat="MMMM YYYY"
          maxDate={`${thisMonth()}-01`}
          onChange={(date) => date && onChange({ month: date.slice(0, 7) })}
        />
      )}
      {year && (
        <YearPickerInput
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={`Year: ${year}`}
          w={120}
          value={`${year}-01-01`}
          maxDate={`${thisMonth()}-01`}
          onChange={(date) => date && onChange({ year: Number(date.slice(0, 4)) })}
        />
      )}
    </Group>
  )
}
