import type { QueryOf } from '../api/types.ts'
import type { LiveEvent } from '../event-stream/events.ts'
import { oneOf, textOf } from '../layout/search-params.ts'

export const TRANSACTION_KINDS = ['award', 'transfer', 'reversal'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The filter in the address of the page. Days are UTC days, as everywhere in the ledger. */
export type TransactionFilter = {
  user?: string | undefined
  kind?: TransactionKind | undefined
  from?: string | undefined
  to?: string | undefined
}

type Type = NonNullable<QueryOf<'listTransactions'>['type']>

export const TRANSACTION_TYPES: Record<TransactionKind, Type> = {
  award: 'partner_user_award',
  transfer: 'user_partner_transfer',
  reversal: 'user_partner_reversal',
}

const EVENTS: Record<TransactionKind, LiveEvent['type']> = {
  award: 'award.paid',
  transfer: 'coins.transferred',
  reversal: 'award.reversed',
}

export function readFilter({ user, kind, from, to }: Record<string, unknown>): TransactionFilter {
  return { user: textOf(user), kind: oneOf(kind, TRANSACTION_KINDS), from: dayOf(from), to: dayOf(to) }
}

const dayOf = (value: unknown): string | undefined => {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return isDay && !Number.isNaN(Date.parse(value)) ? value : undefined
}

export const isFiltered = (filter: TransactionFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** The API query of a filter: a half-open range, from the start of the first day to the end of the last. */
export function filterQuery({ user, kind, from, to }: TransactionFilter) {
  return {
    ...(user && { userId: user }),
    ...(kind && { type: TRANSACTION_TYPES[kind] }),
    ...(from && { from: startOf(from, 0) }),
    ...(to && { to: startOf(to, 1) }),
  }
}

const DAY_MS = 86_400_000

function startOf(day: string, daysLater: number): string {
  return new Date(Date.parse(day) + daysLater * DAY_MS).toISOString()
}

/** Whether an event adds a transaction that passes the filter. */
export function matchesFilter({ user, kind, from, to }: TransactionFilter, event: LiveEvent): boolean {
  const kinds = kind ? [kind] : TRANSACTION_KINDS
  if (!kinds.some((each) => EVENTS[each] === event.type)) return false
  if (user && !('userId' in event.data && event.data.userId === user)) return false
  const isEarly = from !== undefined && event.createdAt < startOf(from, 0)
  const isLate = to !== undefined && event.createdAt >= startOf(to, 1)
  return !isEarly && !isLate
}
