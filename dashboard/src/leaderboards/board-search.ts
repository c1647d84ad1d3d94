import { oneOf, pageNumberOf, textOf } from '../layout/search-params.ts'

/** The query of the boards page. Without a month or year, the board covers all time. */
export type BoardSearch = {
  /** Earners by default. */
  type?: 'spender'
  /** A month is written as 2026-11. */
  month?: string
  year?: number
  page?: number
  /** The user whose position is shown. */
  user?: string
}

export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const year = yearOf(search.year)
  return {
    type: oneOf(search.type, ['spender']),
    month: year === undefined ? monthOf(search.month) : undefined,
    year,
    page: pageNumberOf(search.page),
    user: textOf(search.user),
  }
}

const monthOf = (value: unknown) =>
  typeof value === 'string' && /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

const yearOf = (value: unknown) => {
  const year = Number(value)
  return Number.isInteger(year) && year >= 2000 && year <= 9999 ? year : undefined
}
