import '@mantine/dates/styles.css'
import type { CoinBoardType } from '@laurel/sdk'
import { Group, SegmentedControl } from '@mantine/core'
import { MonthPickerInput, YearPickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { latestMonthOf, monthText, thisMonth } from '../format/time.ts'
import { BoardCard } from './board-card.tsx'
import type { BoardSearch } from './board-search.ts'
import { coinsQuery } from './queries.ts'
import { YearBoard } from './year-board.tsx'

const COIN_BOARDS = {
  earner: {
    title: 'Top earners',
    description: 'Coins earned from awards in the period, less reversals. Months are UTC months.',
    empty: 'Users who are paid in this period appear here.',
  },
  spender: {
    title: 'Top spenders',
    description: 'Coins that users transferred to you in the period. Months are UTC months.',
    empty: 'Users who transfer coins to you in this period appear here.',
  },
} as const

/** Coins earned or spent: of all time, of a month, or by month of a year. */
export function CoinBoard() {
  const { type = 'earner', month, year, page, user } = useSearch({ from: '/signed-in/boards' })
  const navigate = useNavigate({ from: '/boards' })
  const show = (change: BoardSearch) => void navigate({ search: { board: 'coins', ...change } })
  const typeOf = (chosen: CoinBoardType) => (chosen === 'spender' ? chosen : undefined)
  const controls = (
    <>
      <SegmentedControl
        aria-label="Whose coins"
        value={type}
        onChange={(chosen) => show({ type: typeOf(chosen), month, year, user })}
        data={[
          { value: 'earner', label: 'Earners' },
          { value: 'spender', label: 'Spenders' },
        ]}
      />
      <PeriodPicker
        period={{ month, year }}
        onChange={(period: Period) => show({ type: typeOf(type), user, ...period })}
      />
    </>
  )
  if (year) return <YearBoard {...COIN_BOARDS[type]} type={type} year={year} controls={controls} />
  return <PagedBoard type={type} month={month} page={page} user={user} controls={controls} />
}

function PagedBoard({
  type,
  month,
  page,
  user,
  controls,
}: {
  type: CoinBoardType
  month: string | undefined
  page: number | undefined
  user: string | undefined
  controls: ReactNode
}) {
  const query = useQuery(coinsQuery({ type, month }, page, user))
  return (
    <BoardCard {...COIN_BOARDS[type]} unit="coin" amountTitle="Coins" controls={controls} query={query} />
  )
}

/** All time without a month and a year. */
type Period = { month?: string; year?: number }

/** Chooses all time, a month or a year. */
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
