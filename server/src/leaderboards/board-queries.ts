import { type Db, type Sql, sql } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Membership } from '../members/membership.ts'
import { MEMBERSHIP_COLUMNS } from '../members/membership-store.ts'
import { ALL_TIME, type Board, type RankedUser, type RankKey } from '../ranking/board.ts'
import { ofBoard } from '../ranking/segment-store.ts'
import { rankKeyOn } from '../wallets/wallet.ts'
import { loadEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'

export type PointsEntry = { id: string; points: Coins; createdAt: Date; updatedAt: Date; member: Membership }

/** A segment of a board, and the number of users ahead of it. */
export type SegmentFound = { no: bigint; countAhead: number }

/** The size of a board, and the segments of a window and of a rank key. Reads no members. */
export async function findSegments(
  db: Db,
  partnerId: string,
  board: Board,
  { offset, limit, rankKey }: { offset: number; limit: number; rankKey: RankKey | null },
): Promise<{ count: number; ofWindow: SegmentFound[]; ofRankKey: SegmentFound | null }> {
  const onBoard = ofBoard(partnerId, board)
  const lastSegment = (condition: Sql): Sql => sql`(
    select no
    from board_segments
    where ${condition}
    order by negated_score desc, joined_no desc
    limit 1
  )`
  const ofRankKey = rankKey
    ? lastSegment(sql`${onBoard} and (negated_score, joined_no) <= ${keyOf(rankKey)}`)
    : sql`null::bigint`
  const rows = await db.many<{
    no: bigint
    upTo: bigint
    members: number
    isOfRankKey: boolean
    isLast: boolean
  }>(sql`
    select no, up_to, members, no is not distinct from of_rank_key as is_of_rank_key, no = last as is_last
    from (
      select no, members,
        sum(members) over (order by negated_score, joined_no rows unbounded preceding) as up_to
      from board_segments
      where ${onBoard}
    ) segments
    cross join (select ${ofRankKey} as of_rank_key, ${lastSegment(onBoard)} as last) ends
    where (up_to > ${offset}::bigint and up_to - members < ${offset}::bigint + ${limit}::bigint)
      or no = of_rank_key
      or no = last
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

const keyOf = ({ negatedScore, joinedNo }: RankKey): Sql =>
  sql`(${negatedScore}::bigint, ${joinedNo}::bigint)`

/** The rank key of a user on a board; undefined for a user who is not on it. */
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

/** How many members of a segment are ahead of a rank key. */
export async function countAheadInSegment(
  db: Db,
  partnerId: string,
  board: Board,
  segment: bigint,
  rankKey: RankKey,
): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from ranked_members
    where ${ofBoard(partnerId, board)} and segment = ${segment}
      and (negated_score, joined_no) < ${keyOf(rankKey)}`)
  return Number(row?.members)
}

/** Users whose awards were all reversed. They come last on the coin board of all time, with 0. */
export async function listEarnedNothing(
  db: Db,
  partnerId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<RankedUser[]> {
  return db.many<RankedUser>(sql`
    select user_id, 0::bigint as negated_score, joined_no
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
    select has_earned
    from wallets
    where partner_id = ${partnerId} and user_id = ${userId}`)
  return row?.hasEarned ?? false
}

type PointsRow = Membership & {
  walletId: string
  points: Coins
  walletCreatedAt: Date
  walletUpdatedAt: Date
}

/** Entries of the points board, by user. */
export async function findPointsEntries(
  db: Db,
  partnerId: string,
  userIds: string[],
): Promise<Map<string, PointsEntry>> {
  const rows = await db.many<PointsRow>(sql`
    select ${MEMBERSHIP_COLUMNS}, w.id as wallet_id, w.points,
      w.created_at as wallet_created_at, w.updated_at as wallet_updated_at
    from wallets w
    join memberships m on m.partner_id = w.partner_id and m.user_id = w.user_id
    where w.partner_id = ${partnerId} and w.user_id = any(${userIds}::uuid[])`)
  return new Map(
    rows.map(
      ({ walletId: id, points, walletCreatedAt: createdAt, walletUpdatedAt: updatedAt, ...member }) => [
        member.userId,
        { id, points, createdAt, updatedAt, member },
      ],
    ),
  )
}
