import { type Db, sql } from '../../storage/database/database.ts'
import { ALL_TIME } from '../ranking/board.ts'

/** How many members are put in order: those with the most points, which the segments of the board lead to. */
export const ORDERED_MAX = 10_000

export type MemberOrder = 'coins' | 'points'

const ORDERS = { coins: sql`balance`, points: sql`points` }

/** The users with the most coins or points, among the members with the most points. */
export async function listByWallet(
  db: Db,
  partnerId: string,
  order: MemberOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await db.many<{ userId: string }>(sql`
    select user_id
    from (
      select w.user_id, w.balance, w.points, w.joined_no
      from (
        select no
        from board_segments
        where partner_id = ${partnerId} and board = 'points' and month = ${ALL_TIME}
        order by negated_score, joined_no
      ) s
      cross join lateral (
        select user_id, balance, points, joined_no
        from wallets
        where partner_id = ${partnerId} and points_segment = s.no
        order by points desc, joined_no
      ) w
      limit ${ORDERED_MAX}
    ) candidates
    order by ${ORDERS[order]} desc, joined_no
    limit ${limit}
    offset ${offset}`)
  return rows.map(({ userId }) => userId)
}
