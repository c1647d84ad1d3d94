import { hashKey, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import { addDays, startOfDay } from '../format/time.ts'
import { daysOfMonth } from './finance-search.ts'

const FINANCE = 'finance'
/** Eight years; the page asks for more when there are. */
const MONTHS_PER_PAGE = 100
const ADJUSTMENTS_PER_PAGE = 25

export const statementQuery = (month: string, asOf: number | undefined) => {
  const query = { ...daysOfMonth(month), ...(asOf !== undefined && { asOf }) }
  return queryOptions({
    queryKey: [FINANCE, 'statement', query],
    // What an event closes does not change, unless the time zone does.
    meta: { live: asOf === undefined },
    queryFn: () => laurel.transactions.statement(query),
  })
}

export const monthsQuery = {
  ...cursorQuery([FINANCE, 'months'], (cursor: string | undefined) =>
    laurel.transactions.months({ limit: MONTHS_PER_PAGE, cursor }),
  ),
  meta: { live: true },
}

export const liabilityQuery = queryOptions({
  queryKey: [FINANCE, 'liability'],
  meta: { live: true },
  queryFn: () => laurel.transactions.liability(),
})

export const expiryQuery = queryOptions({
  queryKey: [FINANCE, 'expiry'],
  meta: { live: true },
  queryFn: () => laurel.transactions.expiry(),
})

const ADJUSTMENTS = { added: 'partner_user_adjustment', taken: 'user_partner_adjustment' } as const

/** What was added or taken by hand in a month, up to an event. */
export const adjustmentsQuery = (
  kind: keyof typeof ADJUSTMENTS,
  { month, asOf, zone }: { month: string; asOf: number; zone: string },
) => {
  const { from, to } = daysOfMonth(month)
  const list = [FINANCE, 'adjustments', kind, month, zone]
  return {
    ...cursorQuery([...list, asOf], (before: number | undefined) =>
      laurel.transactions.list({
        type: ADJUSTMENTS[kind],
        from: startOfDay(from, zone),
        to: startOfDay(addDays(to, 1), zone),
        before: before ?? asOf + 1,
        limit: ADJUSTMENTS_PER_PAGE,
      }),
    ),
    // Every event of a running month makes another list; the lines stay until it is read.
    placeholderData: <Data>(
      data: Data | undefined,
      query: { queryKey: readonly unknown[] } | undefined,
    ): Data | undefined =>
      query && hashKey(query.queryKey.slice(0, list.length)) === hashKey(list) ? data : undefined,
  }
}
