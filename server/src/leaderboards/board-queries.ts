import { type Db, list, sql } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Membership } from '../members/membership.ts'
import { ALL_TIME, type Board, type RankedUser, type RankKey } from '../ranking/board.ts'
import { rankKeyOn } from '../wallets/wallet.ts'
import { loadEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'

export type PointsEntry = { id: string; points: Coins; createdAt: Date; updatedAt: Date; member: Membership }

/** A segment of a board, and how many stand on the board before it. */
export type SegmentFound = { no: bigint; countAhead: number }

/** How many are on a board, the segments that a window reaches over, and the one in which a place falls: found by adding up segments, however many members there are. */
export async function findSegments(
  db: Db,
  partnerId: string,
  board: Board,
  { offset, limit, place }: { offset: number; limit: number; place: RankKey | null },
): Promise<{ count: number; ofWindow: SegmentFound[]; ofRankKey: SegmentFound | null }> {
  const rows = await db.many<{
    no: bigint
    upTo: bigint
    members: number
    isOfRankKey: boolean
    isLast: boolean
  }>(sql`
    select no, up_to as "upTo", members, no is not distinct from of_rank_key as "isOfRankKey", no = last as "isLast"
    from (
      select no, members, sum(members) over (order by negated_score, joined_no rows unbounded preceding) as up_to
      from board_segments
      where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
    ) segments, (
      select (
        select no
        from board_segments
        where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
          and (negated_score, joined_no) <= (${place?.negatedScore ?? null}::bigint, ${place?.joinedNo ?? null}::bigint)
        order by negated_score desc, joined_no desc
        limit 1
      ) as of_rank_key, (
        select no
        from board_segments
        where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
        order by negated_score desc, joined_no desc
        limit 1
      ) as last
    ) ends
    where (up_to > ${offset}::bigint and up_to - members < ${offset}::bigint + ${limit}::bigint) or no = of_rank_key or no = last
    order by up_to`)
  const found = rows.map(({ upTo, members, ...row }) => ({
    ...row,
    countAhead: Number(upTo) - members,
    upTo: Number(upTo),
  }))
  return {
    count: found.find((row) => row.isLast)?.upTo ?? 0,
    ofWindow: found.filter((row) => row.upTo > offset && row.countAhead < offset + limit),
    ofRankKey: found.find((row) => row.isOfRankKey) ?? null,
  }
}

/** Where a user stands on a board; undefined when not on it. */
export async function findRankKey(
  db: Db,
  partnerId: string,
  board: Board,
  userId: string,
): Promise<RankKey | undefined> {
  const [wallet] = await loadWallets(db, partnerId, [userId])
  if (!wallet) return undefined
  const { month } = board
  const isEarlier = month !== ALL_TIME && month < (wallet.lastMonth?.month ?? ALL_TIME)
  const months = isEarlier ? await loadEarlierMonths(db, partnerId, [{ userId, month }]) : []
  return rankKeyOn(board, wallet, months)
}

/** How many of a segment stand before a place. */
export async function countAheadInSegment(
  db: Db,
  partnerId: string,
  board: Board,
  segment: bigint,
  place: RankKey,
): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from ranked_members
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and segment = ${segment}
      and (negated_score, joined_no) < (${place.negatedScore}::bigint, ${place.joinedNo}::bigint)`)
  return Number(row?.members)
}

/** Users who earned and whose awards were all reversed: on the coin board of all time they come last, with 0. */
export async function listEarnedNothing(
  db: Db,
  partnerId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<RankedUser[]> {
  return db.many<RankedUser>(sql`
    select user_id as "userId", 0::bigint as "negatedScore", joined_no as "joinedNo"
    from wallets
    where partner_id = ${partnerId} and earned_nothing
    order by joined_no
    limit ${limit}
    offset ${skip}`)
}

export async function countEarnedNothing(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from wallets
    where partner_id = ${partnerId} and earned_nothing`)
  return Number(row?.members)
}

export async function hasEarned(db: Db, partnerId: string, userId: string): Promise<boolean> {
  const row = await db.first<{ hasEarned: boolean }>(sql`
    select has_earned as "hasEarned"
    from wallets
    where partner_id = ${partnerId} and user_id = ${userId}`)
  return row?.hasEarned ?? false
}

/** The members behind entries of the points board, by user. */
export async function findPointsEntries(
  db: Db,
  partnerId: string,
  userIds: string[],
): Promise<Map<string, PointsEntry>> {
  const rows = await db.many<
    Omit<PointsEntry, 'member'> & Membership & { membershipId: string; joinedAt: Date; changedAt: Date }
  >(sql`
    select w.id, w.points, w.created_at as "createdAt", w.updated_at as "updatedAt",
      m.id as "membershipId", m.user_id as "userId", m.tag, m.fullname, m.avatar, m.email,
      m.created_at as "joinedAt", m.updated_at as "changedAt"
    from wallets w
    join memberships m on m.partner_id = w.partner_id and m.user_id = w.user_id
    where w.partner_id = ${partnerId} and w.user_id = any(${list(userIds)}::uuid[])`)
  return new Map(
    rows.map(({ id, points, createdAt, updatedAt, membershipId, joinedAt, changedAt, ...shown }) => [
      shown.userId,
      {
        id,
        points,
        createdAt,
        updatedAt,
        member: {
          ...shown,
          id: membershipId,
          createdAt: joinedAt,
          updatedAt: changedAt,
          leftAt: null,
          leftBy: null,
        },
      },
    ]),
  )
}
