import '@mantine/dates/styles.css'
import './range-picker.css'
import { Menu, Popover } from '@mantine/core'
import { DatePicker, type DatesRangeValue } from '@mantine/dates'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import {
  comparisonText,
  type Days,
  daysOf,
  RANGE_DEFAULT,
  RANGE_LABELS,
  RANGES,
  type RangeName,
  type RangeSearch,
  rangeText,
} from '../format/range.ts'

/** Chooses the days of a page and what they are compared with. Both belong into the address of the page. */
export function RangePicker({
  search,
  onChange,
}: {
  search: RangeSearch
  onChange: (search: RangeSearch) => void
}) {
  const { compare } = search
  const days = daysOf(search)
  const current = search.from ? 'custom' : (search.range ?? RANGE_DEFAULT)
  const choose = (range: RangeName) =>
    onChange({ range: range === RANGE_DEFAULT ? undefined : range, from: undefined, to: undefined, compare })
  return (
    <fieldset className="range-picker">
      <legend className="unseen">Days</legend>
      {RANGES.map((range) => (
        <button
          key={range}
          type="button"
          className="range"
          aria-pressed={current === range}
          title={rangeText(daysOf({ range }))}
          onClick={() => choose(range)}
        >
          {RANGE_LABELS[range]}
        </button>
      ))}
      <CustomRange
        isCurrent={current === 'custom'}
        days={days}
        choose={({ from, to }) => onChange({ range: undefined, from, to, compare })}
      />
      <Compare search={search} days={days} choose={(next) => onChange({ ...search, compare: next })} />
    </fieldset>
  )
}

/** Takes effect once both days are chosen. */
function CustomRange({
  isCurrent,
  days,
  choose,
}: {
  isCurrent: boolean
  days: Days
  choose: (days: Days) => void
}) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [value, setValue] = useState<DatesRangeValue<string>>([null, null])
  const change = (next: DatesRangeValue<string>) => {
    setValue(next)
    const [from, to] = next
    if (!from || !to) return
    choose({ from, to })
    close()
  }
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="range"
          aria-pressed={isCurrent}
          onClick={() => {
            setValue(isCurrent ? [days.from, days.to] : [null, null])
            toggle()
          }}
        >
          {isCurrent ? rangeText(days) : 'Custom'}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={value}
          onChange={change}
          defaultDate={days.to}
          ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const COMPARISONS = [
  [undefined, 'Previous period'],
  ['year', 'Previous year'],
  ['none', 'Nothing'],
] as const

function Compare({
  search,
  days,
  choose,
}: {
  search: RangeSearch
  days: Days
  choose: (compare: RangeSearch['compare']) => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="range compare">
          {search.compare === 'none' ? 'Compare' : `Compare: ${comparisonText(search, days)}`}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Compare with</Menu.Label>
        {COMPARISONS.map(([compare, label]) => (
          <Menu.Item
            key={label}
            rightSection={search.compare === compare && <IconCheck size={14} aria-label="chosen" />}
            onClick={() => choose(compare)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
