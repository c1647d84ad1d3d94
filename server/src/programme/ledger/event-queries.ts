import { type Db, type Sql, sql, unionAll } from '../../storage/database/database.ts'

/** Views with the same columns, each on one of the tables whose rows are events. */
const VIEWS = {
  award: sql`select * from award_decisions`,
  reversal: sql`select * from reversal_decisions`,
  transaction: sql`select * from transaction_decisions`,
  return: sql`select * from return_decisions`,
  activity: sql`select * from activity_events`,
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

/**
 * The sequence numbers of the events at or after `from` and before `to`: above `after`, up to `until`.
 * Records are indexed by sequence number, not by time.
 */
export async function findSeqRange(
  db: Db,
  partnerId: string,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<{ after: bigint; until: bigint | null }> {
  const [after, until] = await Promise.all([
    from ? lastEventBefore(db, partnerId, from) : 0n,
    to && lastEventBefore(db, partnerId, to),
  ])
  return { after, until }
}

/** The last event before a time, by binary search: events are numbered without gaps in order of time. */
async function lastEventBefore(db: Db, partnerId: string, time: Date): Promise<bigint> {
  const row = await db.first<{ low: bigint }>(sql`
    with recursive halving (low, high) as (
      select 0::bigint, last_seq + 1
      from ledgers
      where partner_id = ${partnerId}
      union all
      select case when e.is_before then e.seq else h.low end,
        case when e.is_before then h.high else e.seq end
      from halving h
      cross join lateral (
        select seq, created_at < ${time} as is_before
        from events
        where partner_id = ${partnerId} and seq = (h.low + h.high) / 2
        limit 1
      ) e
      where h.high - h.low > 1
    )
    select max(low) as low
    from halving`)
  return row?.low ?? 0n
}
