import type { TransactionType } from '@laurel/sdk'
import type { LiveEvent } from '../event-stream/events.ts'
import { addDays, isDay, startOfDay } from '../format/time.ts'
import { oneOf, textOf } from '../layout/search-params.ts'

export const TRANSACTION_KINDS = [
  'award',
  'transfer',
  'reversal',
  'refund',
  'added',
  'taken',
  'settlement',
  'opening',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The filter in the address of the page. Days are those of the programme's time zone. */
export type TransactionFilter = {
  user?: string | undefined
  kind?: TransactionKind | undefined
  reference?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const TRANSACTION_TYPES: Record<TransactionKind, TransactionType> = {
  award: 'partner_user_award',
  transfer: 'user_partner_transfer',
  reversal: 'user_partner_reversal',
  refund: 'partner_user_refund',
  added: 'partner_user_adjustment',
  taken: 'user_partner_adjustment',
  settlement: 'user_partner_settlement',
  opening: 'partner_user_opening',
}

const EVENTS: Record<TransactionKind, LiveEvent['type']> = {
  award: 'award.paid',
  transfer: 'coins.transferred',
  reversal: 'award.reversed',
  refund: 'coins.refunded',
  added: 'coins.adjusted',
  taken: 'coins.adjusted',
  settlement: 'coins.settled',
  opening: 'coins.opened',
}

export function readFilter({ user, kind, reference, from, to }: Record<string, unknown>): TransactionFilter {
  return {
    user: textOf(user),
    kind: oneOf(kind, TRANSACTION_KINDS),
    reference: textOf(reference),
    from: dayOf(from),
    to: dayOf(to),
  }
}

const dayOf = (value: unknown): string | undefined => (isDay(value) ? value : undefined)

export const isFiltered = (filter: TransactionFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** The API query of a filter: a half-open range, from the start of the first day to the end of the last. */
export function filterQuery({ user, kind, reference, from, to }: TransactionFilter) {
  return {
    ...(user && { userId: user }),
    ...(kind && { type: TRANSACTION_TYPES[kind] }),
    ...(reference && { reference }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(addDays(to, 1)) }),
  }
}

/** Whether an event adds a transaction that passes the filter. */
export function matchesFilter(filter: TransactionFilter, event: LiveEvent): boolean {
  const { user, kind, reference, from, to } = filter
  const kinds = kind ? [kind] : TRANSACTION_KINDS
  if (!kinds.some((each) => EVENTS[each] === event.type)) return false
  if (kind && event.type === 'coins.adjusted' && event.data.transactionType !== TRANSACTION_TYPES[kind])
    return false
  if (reference && !('reference' in event.data && event.data.reference === reference)) return false
  if (user && !('userId' in event.data && event.data.userId === user)) return false
  const isEarly = from !== undefined && event.createdAt < startOfDay(from)
  const isLate = to !== undefined && event.createdAt >= startOfDay(addDays(to, 1))
  return !isEarly && !isLate
}
