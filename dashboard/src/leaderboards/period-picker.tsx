import '@mantine/dates/styles.css'
import { Group, SegmentedControl } from '@mantine/core'
import { MonthPickerInput, YearPickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { monthText, thisMonth } from '../format/dates.ts'

/** All time when it has neither. */
export type Period = { month?: string; year?: number }

/** The time of a coin board: all of it, a month, or the months of a year. Months are UTC months. */
export function PeriodPicker({
  period: { month, year },
  onChange,
}: {
  period: Period
  onChange: (period: Period) => void
}) {
  const kind = year ? 'year' : month ? 'month' : 'all'
  const choose = (chosen: string) => {
    if (chosen === 'year') onChange({ year: Number((month ?? thisMonth()).slice(0, 4)) })
    else onChange(chosen === 'month' ? { month: year ? `${year}-01` : thisMonth() } : {})
  }
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Time"
        value={kind}
        onChange={choose}
        data={[
          { value: 'all', label: 'All time' },
          { value: 'month', label: 'Month' },
          { value: 'year', label: 'Year' },
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
