import type { Decision, Query, Reason, TransactionType } from '@laurel/sdk'
import type { LiveEvent } from '../event-stream/events.ts'
import { addDays, isDay, startOfDay } from '../format/time.ts'
import { oneOf, textOf } from '../layout/search-params.ts'

/** Kinds of lines as people tell them apart. */
export const HISTORY_KINDS = [
  'award',
  'transfer',
  'reversal',
  'refund',
  'added',
  'taken',
  'adjustment',
  'return',
  'hold',
  'expiry',
  'settlement',
  'opening',
  'membership',
] as const
type HistoryKind = (typeof HISTORY_KINDS)[number]

export const KIND_LABELS: Record<HistoryKind, string> = {
  award: 'Awards',
  transfer: 'Spent',
  reversal: 'Reversed',
  refund: 'Refunded',
  added: 'Added by hand',
  taken: 'Taken by hand',
  adjustment: 'Added and taken by hand',
  return: 'Orders that came back',
  hold: 'Holds',
  expiry: 'Expired',
  settlement: 'Settled what was owed',
  opening: 'Imported',
  membership: 'Joined and left',
}

export const OUTCOMES = ['paid', 'counted', 'refused', 'moved', 'reversed', 'returned'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const OUTCOME_LABELS: Record<Outcome, string> = {
  paid: 'Paid',
  counted: 'Counted',
  refused: 'Refused',
  moved: 'Moved or held',
  reversed: 'Reversed',
  returned: 'Order came back',
}

/** Why lines are refused. The address is read before any sentence is loaded. */
export const LINE_REASONS = [
  'rule_full',
  'user_limit_reached',
  'user_coins_reached',
  'rule_inactive',
  'rule_not_started',
  'rule_ended',
  'budget_exhausted',
  'member_limit_reached',
  'sub_rule_repeated',
  'already_counted',
  'combined_by_sub_rule',
  'amount_too_small',
  'balance_limit',
  'insufficient_coins',
  'hold_not_active',
  'capture_exceeds',
  'too_many_holds',
  'already_reversed',
  'reversal_exceeds',
  'completion_used',
  'not_refundable',
  'already_refunded',
  'refund_exceeds',
  'return_exceeds',
  'not_paid',
] as const satisfies Reason[]

export const DIRECTIONS = ['in', 'out'] as const
export const DIRECTION_LABELS = { in: 'Into wallets', out: 'Out of wallets' }

/** The filter in the address of the page. Days are those of the programme's time zone. */
export type HistoryFilter = {
  user?: string | undefined
  kind?: HistoryKind | undefined
  outcome?: Outcome | undefined
  reason?: Reason | undefined
  rule?: string | undefined
  /** The id of a team member or a client secret. */
  actor?: string | undefined
  reference?: string | undefined
  /** In the order, the note or the name of the rule. */
  q?: string | undefined
  direction?: (typeof DIRECTIONS)[number] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** With the line that is open beside the list. */
type HistorySearch = HistoryFilter & { line?: string | undefined }

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return {
    user: textOf(search.user),
    kind: oneOf(search.kind, HISTORY_KINDS),
    outcome: oneOf(search.outcome, OUTCOMES),
    reason: oneOf(search.reason, LINE_REASONS),
    rule: textOf(search.rule),
    actor: textOf(search.actor),
    reference: textOf(search.reference),
    q: textOf(search.q),
    direction: oneOf(search.direction, DIRECTIONS),
    from: dayOf(search.from),
    to: dayOf(search.to),
    line: textOf(search.line),
  }
}

const dayOf = (value: unknown): string | undefined => (isDay(value) ? value : undefined)

export const isFiltered = (filter: HistoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** The kinds of lines that are about a hold, and move no coins. */
export const HOLD_KINDS = ['hold', 'extension', 'capture', 'release', 'hold_expiry']

/** The kinds of the API and the direction that a kind of people stands for. */
const KINDS_OF: Partial<Record<HistoryKind, { kind: string; direction?: 'in' | 'out' }>> = {
  added: { kind: 'adjustment', direction: 'in' },
  taken: { kind: 'adjustment', direction: 'out' },
  hold: { kind: HOLD_KINDS.join() },
}

/** What to ask the API for. Without a kind, everything. */
export function historyQueryOf(filter: HistoryFilter): Query<'listDecisions'> {
  const { user, kind, outcome, reason, rule, actor, reference, q } = filter
  const named = kind && KINDS_OF[kind]
  const direction = named?.direction ?? filter.direction
  return {
    kind: named?.kind ?? kind ?? 'history',
    ...(user && { userId: user }),
    ...(outcome && { outcome }),
    ...(reason && { reason }),
    ...(rule && { ruleName: rule }),
    ...(actor && { actor }),
    ...(reference && { reference }),
    ...(q && { q }),
    ...(direction && { debitOrCredit: direction === 'in' ? 'CR' : 'DE' }),
    ...daysQuery(filter),
  }
}

/** Whole days of the programme, which its counts know. */
function daysQuery({ from, to }: HistoryFilter) {
  if (from && to) return { day: from, toDay: to }
  return timesOf({ from, to })
}

/** A half-open range, from the start of the first day to the end of the last. */
const timesOf = ({ from, to }: HistoryFilter) => ({
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: startOfDay(addDays(to, 1)) }),
})

const MOVEMENT_TYPES: Partial<Record<HistoryKind, TransactionType>> = {
  award: 'partner_user_award',
  transfer: 'user_partner_transfer',
  reversal: 'user_partner_reversal',
  refund: 'partner_user_refund',
  added: 'partner_user_adjustment',
  taken: 'user_partner_adjustment',
  expiry: 'user_partner_expiry',
  settlement: 'user_partner_settlement',
  opening: 'partner_user_opening',
}

/** The outcome of lines that moved coins. */
const OUTCOME_OF_MOVEMENT: Partial<Record<HistoryKind, Outcome>> = { award: 'paid', reversal: 'reversed' }

/**
 * The same filter for the file of movements, which the service makes at any size; null when the file cannot be
 * filtered so.
 */
export function movementsQueryOf(filter: HistoryFilter) {
  const { user, kind, outcome, reference, reason, rule, actor, q, direction, ...days } = filter
  const type = kind && MOVEMENT_TYPES[kind]
  const moved = kind && (OUTCOME_OF_MOVEMENT[kind] ?? 'moved')
  if ((reason ?? rule ?? actor ?? q ?? direction) || (kind && !type) || (outcome && outcome !== moved))
    return null
  return {
    ...(user && { userId: user }),
    ...(type && { type }),
    ...(reference && { reference }),
    ...timesOf(days),
  }
}

type Told = { kind: Decision['kind']; outcome: Decision['outcome'] }

/** The line that an event adds. */
const EVENT_LINES: Partial<Record<LiveEvent['type'], Told>> = {
  'award.paid': { kind: 'award', outcome: 'paid' },
  'award.counted': { kind: 'award', outcome: 'counted' },
  'award.refused': { kind: 'award', outcome: 'refused' },
  'award.reversed': { kind: 'reversal', outcome: 'reversed' },
  'reversal.refused': { kind: 'reversal', outcome: 'refused' },
  'coins.transferred': { kind: 'transfer', outcome: 'moved' },
  'transfer.refused': { kind: 'transfer', outcome: 'refused' },
  'coins.refunded': { kind: 'refund', outcome: 'moved' },
  'refund.refused': { kind: 'refund', outcome: 'refused' },
  'coins.adjusted': { kind: 'adjustment', outcome: 'moved' },
  'adjustment.refused': { kind: 'adjustment', outcome: 'refused' },
  'coins.settled': { kind: 'settlement', outcome: 'moved' },
  'coins.opened': { kind: 'opening', outcome: 'moved' },
  'coins.expired': { kind: 'expiry', outcome: 'moved' },
  'coins.held': { kind: 'hold', outcome: 'moved' },
  'hold.extended': { kind: 'extension', outcome: 'moved' },
  'hold.released': { kind: 'release', outcome: 'moved' },
  'hold.expired': { kind: 'hold_expiry', outcome: 'moved' },
  'hold.refused': { kind: 'hold', outcome: 'refused' },
  'order.returned': { kind: 'return', outcome: 'returned' },
  'return.refused': { kind: 'return', outcome: 'refused' },
  'user.onboarded': { kind: 'membership', outcome: 'joined' },
  'user.left': { kind: 'membership', outcome: 'left' },
  'user.claimed': { kind: 'membership', outcome: 'claimed' },
  'user.erased': { kind: 'membership', outcome: 'erased' },
}

/** What the data of some events has. */
type EventData = {
  userId?: string
  reference?: string | null
  reason?: string | null
  ruleName?: string | null
  debitOrCredit?: string
  actor?: { id: string }
  note?: string | null
  narration?: string | null
}

/** Whether an event adds a line that passes the filter. */
export const matchesHistory = (filter: HistoryFilter, event: LiveEvent): boolean =>
  isListed(historyQueryOf(filter), event)

/** Whether an event adds a line to what this query lists. */
export function isListed(query: Query<'listDecisions'>, event: LiveEvent): boolean {
  const line = EVENT_LINES[event.type]
  if (!line) return false
  const data: EventData = event.data as EventData
  const { kind = 'award', userId, reference, reason, ruleName, actor, q, debitOrCredit } = query
  const { outcome = reason && 'refused', day, toDay = day } = query
  const from = day ? startOfDay(day) : query.from
  const to = toDay ? startOfDay(addDays(toDay, 1)) : query.to
  const text = [data.reference, data.ruleName, data.note, data.narration].join('\n').toLowerCase()
  return (
    kindsIn(kind).includes(line.kind) &&
    (!outcome || outcome === line.outcome) &&
    (!debitOrCredit || debitOrCredit === directionOf(line, data)) &&
    (!userId || userId === data.userId) &&
    (!reference || reference === data.reference) &&
    (!reason || reason === data.reason) &&
    (!ruleName || ruleName === data.ruleName) &&
    (!actor || actor === data.actor?.id) &&
    (!q || text.includes(q.toLowerCase())) &&
    (!from || event.createdAt >= from) &&
    (!to || event.createdAt < to)
  )
}

/** A hold moves no coins. */
const directionOf = ({ kind }: Told, { debitOrCredit }: EventData): string | undefined =>
  HOLD_KINDS.includes(kind) ? undefined : (debitOrCredit ?? (kind === 'award' ? 'CR' : 'DE'))

const LINE_KINDS = Object.values(EVENT_LINES).map(({ kind }) => kind)

/** Those that are no decisions. */
const BESIDE_DECISIONS = ['settlement', 'expiry', 'hold_expiry', 'membership']

function kindsIn(text: string): string[] {
  if (text === 'history') return LINE_KINDS
  return text === 'all' ? LINE_KINDS.filter((kind) => !BESIDE_DECISIONS.includes(kind)) : text.split(',')
}
