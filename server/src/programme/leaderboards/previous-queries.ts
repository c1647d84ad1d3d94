import { type Db, type Sql, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type RankRange } from '../ranking/board.ts'
import { ofBoard } from '../ranking/segment-store.ts'
import { scoreOf } from './board-queries.ts'

/** A score of now, and whether its user was a member after an earlier event. */
type EarlierMember = { userId: string; score: Coins; wasMember: boolean }

/** The scores of some members in rank order. */
export async function listScores(
  db: Db,
  partnerId: string,
  board: Board,
  { segmentNos, skip, limit, after }: RankRange & { after: bigint },
): Promise<EarlierMember[]> {
  if (segmentNos.length === 0) return []
  return db.many(sql`
    select r.user_id, -r.negated_score as score,
      ${wasMember(partnerId, after, sql`r.user_id`, sql`true`)} as was_member
    from (
      select user_id, negated_score, joined_no
      from ranked_members
      where ${ofBoard(partnerId, board)} and segment = any(${segmentNos}::bigint[])
      order by negated_score, joined_no
      limit ${limit}
      offset ${skip}
    ) r
    order by r.negated_score, r.joined_no`)
}

/** The scores of users, members or not, who have one. */
export async function findScores(
  db: Db,
  partnerId: string,
  board: Board,
  { userIds, after }: { userIds: string[]; after: bigint },
): Promise<EarlierMember[]> {
  if (userIds.length === 0) return []
  // The limit keeps a plan from reading all members to find a few.
  return db.many(sql`
    select asked.user_id, own.score,
      ${wasMember(partnerId, after, sql`asked.user_id`, sql`own.on_boards`)} as was_member
    from unnest(${userIds}::uuid[]) as asked (user_id)
    cross join lateral (
      select w.on_boards, ${scoreOf(partnerId, board)} as score
      from wallets w
      where w.partner_id = ${partnerId} and w.user_id = asked.user_id
      limit 1
    ) own
    where own.score is not null`)
}

/** Who left first since then was a member, who joined first was none, and others are what they were. */
const wasMember = (partnerId: string, after: bigint, userId: Sql, isMember: Sql): Sql => sql`
  coalesce((
    select e.type = 'user.left'
    from lifecycle_events e
    where e.partner_id = ${partnerId} and e.user_id = ${userId} and e.seq > ${after}::bigint
      and e.type in ('user.onboarded', 'user.left')
    order by e.seq
    limit 1
  ), ${isMember})`

/** The users of the first events since then that lowered a score, some of them more than once. */
export function listLoweredUsers(
  db: Db,
  partnerId: string,
  { name }: Board,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ userId: string }[]> {
  return db.many(
    name === 'spender'
      ? sql`
        select user_id
        from coin_transactions
        where partner_id = ${partnerId} and kind = 'refund' and outcome = 'moved' and seq > ${after}::bigint
        order by seq
        limit ${limit}`
      : sql`
        select user_id
        from reversals
        where partner_id = ${partnerId} and outcome = 'reversed' and seq > ${after}::bigint
        order by seq
        limit ${limit}`,
  )
}

/** The users of the first events since then by which a membership ended, some of them more than once. */
export function listLeftUsers(
  db: Db,
  partnerId: string,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ userId: string }[]> {
  return db.many(sql`
    select user_id
    from lifecycle_events
    where partner_id = ${partnerId} and seq > ${after}::bigint and type = 'user.left'
    order by seq
    limit ${limit}`)
}

/** By how much the scores of users changed since an event. */
export async function listGains(
  db: Db,
  partnerId: string,
  { name, month }: Board,
  { userIds, after }: { userIds: string[]; after: bigint },
): Promise<Map<string, Coins>> {
  if (userIds.length === 0) return new Map()
  // Events of other outcomes and kinds are not filtered out: such a condition leads to indexes of these, away from
  // those by user.
  const sumOf = (change: Sql, table: Sql) => sql`
    (
      select coalesce(sum(${change}), 0)
      from ${table} e
      where e.partner_id = ${partnerId} and e.user_id = asked.user_id and e.seq > ${after}::bigint
    )::bigint`
  const gained =
    name === 'spender'
      ? sumOf(spentBy(partnerId, month), sql`coin_transactions`)
      : sql`${sumOf(sql`e.coins`, sql`awards`)} - ${sumOf(reversedBy(partnerId, month), sql`reversals`)}`
  const rows = await db.many<{ userId: string; gained: Coins }>(sql`
    select asked.user_id, ${gained} as gained
    from unnest(${userIds}::uuid[]) as asked (user_id)`)
  return new Map(rows.map(({ userId, gained }) => [userId, gained]))
}

/** A reversal lowers the month of its award. */
const reversedBy = (partnerId: string, month: string): Sql => sql`
  case when e.outcome = 'reversed' ${inMonth(
    month,
    (start) => sql`
      select a.created_at >= ${start}
      from awards a
      where a.partner_id = ${partnerId} and a.id = e.award_id`,
  )} then e.coins end`

/** A refund lowers the month of its transfer. */
const spentBy = (partnerId: string, month: string): Sql => sql`
  case
    when e.outcome = 'refused' then 0
    when e.kind = 'transfer' then e.coins
    when e.kind = 'refund' ${inMonth(
      month,
      (start) => sql`
        select t.created_at >= ${start}
        from coin_transactions t
        where t.partner_id = ${partnerId} and t.id = e.original_id`,
    )} then -e.coins
  end`

/** On the board of the current month, only what was of that month lowers a score. */
const inMonth = (month: string, isSince: (start: Date) => Sql): Sql =>
  month === ALL_TIME ? sql`` : sql`and (${isSince(new Date(`${month}T00:00:00Z`))})`
