import type { Board, Place, PlacedUser } from '../ledger/board.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Membership } from '../members/membership.ts'
import { type Db, list, sql } from '../platform/database.ts'

export type PointsEntry = { id: string; points: Coins; createdAt: Date; updatedAt: Date; member: Membership }

/** Where a segment starts, and how many stand on the board before it. */
export type SegmentStart = Place & { standBefore: bigint }

/** How many are on a board, and the segments in which an offset and a place fall: found by adding up segments, however many members there are. */
export async function findSegments(
  db: Db,
  partnerId: string,
  board: Board,
  { offset, place }: { offset: number; place: Place | null },
): Promise<{ count: number; ofOffset: SegmentStart | null; ofPlace: SegmentStart | null }> {
  const rows = await db.many<SegmentStart & { count: bigint; isOfOffset: boolean; isOfPlace: boolean }>(sql`
    with segments as (
      select negated_score, joined_no, sum(members) over () as count,
        sum(members) over (order by negated_score, joined_no) - members as stand_before
      from board_segments
      where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
    )
    (
      select negated_score as "negatedScore", joined_no as "joinedNo", stand_before::bigint as "standBefore", count::bigint,
        true as "isOfOffset", false as "isOfPlace"
      from segments
      where stand_before <= ${offset}
      order by stand_before desc, negated_score desc, joined_no desc
      limit 1
    )
    union all
    (
      select negated_score, joined_no, stand_before::bigint, count::bigint, false, true
      from segments
      where (negated_score, joined_no) <= (${place?.negatedScore ?? null}::bigint, ${place?.joinedNo ?? null}::bigint)
      order by negated_score desc, joined_no desc
      limit 1
    )`)
  return {
    count: Number(rows[0]?.count ?? 0),
    ofOffset: rows.find((row) => row.isOfOffset) ?? null,
    ofPlace: rows.find((row) => row.isOfPlace) ?? null,
  }
}

/** Where a user stands on a board; undefined when not on it. */
export async function findPlace(
  db: Db,
  partnerId: string,
  board: Board,
  userId: string,
): Promise<Place | undefined> {
  return db.first<Place>(sql`
    select negated_score as "negatedScore", joined_no as "joinedNo"
    from board_places
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and user_id = ${userId}`)
}

/** How many stand from the start of a segment up to a place within it. */
export async function countUpTo(
  db: Db,
  partnerId: string,
  board: Board,
  start: Place,
  place: Place,
): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from board_places
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
      and (negated_score, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)
      and (negated_score, joined_no) < (${place.negatedScore}::bigint, ${place.joinedNo}::bigint)`)
  return Number(row?.members)
}

/** Users who earned and whose awards were all reversed: on the coin board of all time they come last, with 0. */
export async function listEarnedNothing(
  db: Db,
  partnerId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<PlacedUser[]> {
  return db.many<PlacedUser>(sql`
    select user_id as "userId", 0::bigint as "negatedScore", joined_no as "joinedNo"
    from wallets
    where partner_id = ${partnerId} and on_boards and has_earned and points = 0
    order by joined_no
    limit ${limit}
    offset ${skip}`)
}

export async function countEarnedNothing(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from wallets
    where partner_id = ${partnerId} and on_boards and has_earned and points = 0`)
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
