import type { CoinDecision, Decision, Query } from '@laurel/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import { hundredthsOf } from '../format/coins.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'
import { type HistoryFilter, HOLD_KINDS, historyQueryOf } from './history-filter.ts'

const HISTORY = 'history'
const LINES_PER_PAGE = 50
const SCANS_MAX = 20

/** A line with the name of its member. The return of an order can be about several, and has none. */
export type HistoryLine = Decision & { user: DisplayName | null }

/** A filter that matches few lines gets empty pages on the way; reads on until there are some. */
async function readLines(query: Query<'listDecisions'>) {
  let { before } = query
  for (let scans = 1; ; scans += 1) {
    const page = await laurel.decisions.list({ ...query, before })
    if (page.decisions.length > 0 || page.next === null || scans === SCANS_MAX) return page
    before = page.next
  }
}

async function withNames(lines: Decision[]): Promise<HistoryLine[]> {
  const nameOf = await readDisplayNames(lines.flatMap(({ userId }) => userId ?? []))
  return lines.map((line) => ({ ...line, user: line.userId === null ? null : nameOf(line.userId) }))
}

/** The lines that pass a filter, newest first. */
export const historyQuery = (filter: HistoryFilter) => ({
  ...cursorQuery([HISTORY, filter], async (before: number | undefined) => {
    const query = { ...historyQueryOf(filter), limit: LINES_PER_PAGE, before }
    const { decisions, next } = await readLines(query)
    return { lines: await withNames(decisions), next }
  }),
  meta: { live: true },
})

/** The lines of one member, without the names, which are known. */
export const memberHistoryQuery = (query: Query<'listDecisions'> & { userId: string }) => ({
  ...cursorQuery([HISTORY, 'member', query], async (before: number | undefined) => {
    const { decisions, next } = await readLines({ ...query, limit: LINES_PER_PAGE, before })
    return { lines: decisions.map((line): HistoryLine => ({ ...line, user: null })), next }
  }),
  meta: { live: true },
})

/** The sums of all lines that pass a filter. A separate request: they may take longer than the first lines. */
export const totalsQuery = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: [HISTORY, 'totals', filter],
    queryFn: async () => {
      const { totals } = await laurel.decisions.list({ ...historyQueryOf(filter), sum: true, limit: 1 })
      return totals ?? null
    },
    meta: { live: true },
  })

/** One line by its id; null when there is none. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: [HISTORY, 'one', id],
    queryFn: async () => {
      const { decisions } = await laurel.decisions.list({ id })
      const [line] = await withNames(decisions)
      return line ?? null
    },
    meta: { live: true },
  })

export const isOfHold = (line: Decision): line is CoinDecision => HOLD_KINDS.includes(line.kind)

/** The hold that a line is about, as it is now; null for a line about no hold, or one that was not made. */
export const holdOfLineQuery = (line: Decision | null) => {
  const id = line && isOfHold(line) ? line.holdId : null
  return queryOptions({
    queryKey: [HISTORY, 'hold', id],
    queryFn: async () => (id === null ? null : laurel.holds.read(id)),
    meta: { live: true },
  })
}

const REFUNDS_READ_MAX = 100

/** What of coins that were spent can still be refunded, in hundredths. */
export const leftToRefundQuery = (line: {
  id: string
  userId: string
  coins: string
  reference: string | null
}) =>
  queryOptions({
    queryKey: [HISTORY, 'left to refund', line.id],
    queryFn: async () => {
      const { userId, reference } = line
      const query = { kind: 'refund', outcome: 'moved', userId, limit: REFUNDS_READ_MAX } as const
      const { decisions } = await laurel.decisions.list({ ...query, ...(reference && { reference }) })
      return decisions
        .filter(({ parentId }) => parentId === line.id)
        .reduce(
          (left, { coins }) => left - (hundredthsOf(coins ?? '0') ?? 0n),
          hundredthsOf(line.coins) ?? 0n,
        )
    },
    meta: { live: true },
  })

const RULES_FOUND = 8

/** Rules by a part of their name, for the filter. */
export const foundRulesQuery = (search: string) =>
  queryOptions({
    queryKey: ['rules', 'names', search],
    queryFn: async () => {
      const { data } = await laurel.rules.list({ limit: RULES_FOUND, ...(search && { search }) })
      return data.map(({ name }) => name)
    },
    placeholderData: keepPreviousData<string[]>,
  })
