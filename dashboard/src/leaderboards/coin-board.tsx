import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BoardCard } from './board-card.tsx'
import type { BoardSearch } from './board-search.ts'
import { type CoinBoardType, coinsQuery } from './coin-queries.ts'
import { type Period, PeriodPicker } from './period-picker.tsx'
import { YearCard } from './year-card.tsx'

export const COIN_WORDS = {
  earner: {
    title: 'Top earners',
    about: 'Coins earned from awards in the period, less those taken back.',
    empty: 'Whoever is paid by an award in this period appears here.',
  },
  spender: {
    title: 'Top spenders',
    about: 'Coins that users transferred to you in the period.',
    empty: 'Whoever transfers coins to you in this period appears here.',
  },
} as const

/** Coins earned or spent: of all time, in a month, or in each month of a year. */
export function CoinBoard() {
  const { type = 'earner', month, year, page, user } = useSearch({ from: '/signed-in/leaderboards' })
  const navigate = useNavigate({ from: '/leaderboards' })
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
  if (year) return <YearCard type={type} year={year} controls={controls} />
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
  return <BoardCard {...COIN_WORDS[type]} unit="coin" amountTitle="Coins" controls={controls} query={query} />
}
