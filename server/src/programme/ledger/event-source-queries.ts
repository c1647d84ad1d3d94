import { type Sql, sql, unionAll } from '../../storage/database/database.ts'

/** Views with the same columns, each on one of the tables whose rows are events. */
const VIEWS = {
  award: sql`select * from award_decisions`,
  reversal: sql`select * from reversal_decisions`,
  transaction: sql`select * from transaction_decisions`,
  return: sql`select * from return_decisions`,
  lifecycle: sql`select * from rule_and_member_events`,
} as const

export type EventSource = keyof typeof VIEWS

export const DECISION_SOURCES: readonly EventSource[] = ['award', 'reversal', 'transaction', 'return']

/** The view of a kind of decision. Transfers, refunds, adjustments, settlements and openings share one. */
export const sourceOfKind = (kind: string): EventSource =>
  kind === 'award' || kind === 'reversal' || kind === 'return' ? kind : 'transaction'

/**
 * Events of these sources as one table. It has no condition, so that PostgreSQL can merge the tables in the
 * order of seq and stop early.
 */
export function eventsFrom(sources: readonly EventSource[]): Sql {
  const views = Object.entries(VIEWS).flatMap(([source, select]) =>
    sources.includes(source as EventSource) ? [select] : [],
  )
  return sql`(${unionAll(views)})`
}
