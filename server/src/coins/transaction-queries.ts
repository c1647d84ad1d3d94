import { type Db, list, sql } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Parties, TransactionKind } from './transaction.ts'

export type MovementFilter = {
  userId: string | null
  kinds: TransactionKind[]
  from: Date | null
  to: Date | null
}

export type MovementWindow = {
  /** Only movements with an event number below this one. */
  before: bigint | null
  limit: number
  offset: number
}

/** Coins that moved, as the decision about them says it. */
export type Movement = {
  kind: TransactionKind
  id: string
  seq: bigint
  userId: string
  coins: Coins
  note: string | null
  ruleName: string | null
  awardId: string | null
  /** Those of a transfer are kept with it. */
  parties: Parties | null
  createdAt: Date
}

const EVENT_NO_MAX = 9_223_372_036_854_775_807n

/** Movements of coins, the newest first. */
export async function listMovements(
  db: Db,
  partnerId: string,
  { userId, kinds, from, to }: MovementFilter,
  { before, limit, offset }: MovementWindow,
): Promise<Movement[]> {
  const [after, end] = await eventsAround(db, partnerId, { from, to })
  const until = before !== null && before <= end ? before : end + 1n
  // Two statements, because one with an optional user would be planned without the index by user.
  return userId === null
    ? db.many<Movement>(sql`
        select kind, id, seq, user_id as "userId", coins, note, rule_name as "ruleName",
          award_id as "awardId", parties, created_at as "createdAt"
        from coin_decisions
        where partner_id = ${partnerId}
          and seq > ${after} and seq < ${until}
          and outcome in ('paid', 'moved', 'reversed') and kind = any(${list(kinds)}::text[])
          and created_at >= coalesce(${from}::timestamptz, '-infinity')
          and created_at < coalesce(${to}::timestamptz, 'infinity')
        order by seq desc
        limit ${limit}
        offset ${offset}`)
    : db.many<Movement>(sql`
        select kind, id, seq, user_id as "userId", coins, note, rule_name as "ruleName",
          award_id as "awardId", parties, created_at as "createdAt"
        from coin_decisions
        where partner_id = ${partnerId} and user_id = ${userId}
          and seq > ${after} and seq < ${until}
          and outcome in ('paid', 'moved', 'reversed') and kind = any(${list(kinds)}::text[])
          and created_at >= coalesce(${from}::timestamptz, '-infinity')
          and created_at < coalesce(${to}::timestamptz, 'infinity')
        order by seq desc
        limit ${limit}
        offset ${offset}`)
}

/** When the first movement of all that pass a filter was made. */
export async function findFirstMoment(
  db: Db,
  partnerId: string,
  { userId, kinds, from, to }: MovementFilter,
): Promise<Date | undefined> {
  const [after, end] = await eventsAround(db, partnerId, { from, to })
  const row = await (userId === null
    ? db.first<{ createdAt: Date }>(sql`
        select created_at as "createdAt"
        from coin_decisions
        where partner_id = ${partnerId}
          and seq > ${after} and seq <= ${end}
          and outcome in ('paid', 'moved', 'reversed') and kind = any(${list(kinds)}::text[])
          and created_at >= coalesce(${from}::timestamptz, '-infinity')
          and created_at < coalesce(${to}::timestamptz, 'infinity')
        order by seq
        limit 1`)
    : db.first<{ createdAt: Date }>(sql`
        select created_at as "createdAt"
        from coin_decisions
        where partner_id = ${partnerId} and user_id = ${userId}
          and seq > ${after} and seq <= ${end}
          and outcome in ('paid', 'moved', 'reversed') and kind = any(${list(kinds)}::text[])
          and created_at >= coalesce(${from}::timestamptz, '-infinity')
          and created_at < coalesce(${to}::timestamptz, 'infinity')
        order by seq
        limit 1`))
  return row?.createdAt
}

/** The last event that surely is before a time, and the last that may be within it. */
function eventsAround(
  db: Db,
  partnerId: string,
  { from, to }: Pick<MovementFilter, 'from' | 'to'>,
): Promise<[after: bigint, end: bigint]> {
  return Promise.all([
    from ? lastEventBefore(db, partnerId, from, -CLOCKS_APART_SECONDS_MAX) : 0n,
    to ? lastEventBefore(db, partnerId, to, CLOCKS_APART_SECONDS_MAX) : EVENT_NO_MAX - 1n,
  ])
}

/** How far the clocks of two processes may differ without a movement being left out of its time. */
const CLOCKS_APART_SECONDS_MAX = 60

/** The last event before a moment, found by halving: events are numbered without a gap in the order in which they happened. */
async function lastEventBefore(
  db: Db,
  partnerId: string,
  moment: Date,
  shiftSeconds: number,
): Promise<bigint> {
  const row = await db.first<{ seq: bigint }>(sql`
    with recursive halving (low, high) as (
      select 0::bigint, last_seq + 1
      from ledgers
      where partner_id = ${partnerId}
      union all
      select case when e.is_before then e.seq else h.low end, case when e.is_before then h.high else e.seq end
      from halving h
      cross join lateral (
        select seq, created_at < ${moment}::timestamptz + make_interval(secs => ${shiftSeconds}) as is_before
        from events
        where partner_id = ${partnerId} and seq = (h.low + h.high) / 2
        limit 1
      ) e
      where h.high - h.low > 1
    )
    select max(low) as "seq"
    from halving`)
  return row?.seq ?? 0n
}

/** What a movement is shown with that is not kept with it: the user's wallet and how the user is called now, and whether an award was taken back. */
export type MovementContext = {
  id: string
  walletId: string
  fullname: string
  email: string
  tag: string
  issuanceAccount: string
  reversedAt: Date | null
}

export async function findMovementContexts(
  db: Db,
  partnerId: string,
  movements: Movement[],
): Promise<Map<string, MovementContext>> {
  const rows = await db.many<MovementContext>(sql`
    select t.id, w.id as "walletId", m.fullname, m.email, m.tag, l.issuance_account as "issuanceAccount",
      r.created_at as "reversedAt"
    from unnest(
      ${list(movements.map((movement) => movement.id))}::uuid[],
      ${list(movements.map((movement) => movement.userId))}::uuid[]
    ) as t (id, user_id)
    join ledgers l on l.partner_id = ${partnerId}
    join wallets w on w.partner_id = ${partnerId} and w.user_id = t.user_id
    join memberships m on m.partner_id = ${partnerId} and m.user_id = t.user_id
    left join reversals r on r.partner_id = ${partnerId} and r.award_id = t.id and r.outcome = 'reversed'`)
  return new Map(rows.map((row) => [row.id, row]))
}
