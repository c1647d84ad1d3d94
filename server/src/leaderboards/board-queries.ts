import type { Coins } from '../ledger/coin.ts'
import type { Membership } from '../members/membership.ts'
import { type Db, sql } from '../platform/database.ts'

/** The month that stands for all time on the coin board. */
export const ALL_TIME = '0001-01-01'

export type CoinBoard = { board: 'earner' | 'spender'; month: string }
export type CoinScore = { userId: string; score: Coins }
export type PointsEntry = { id: string; points: Coins; createdAt: Date; updatedAt: Date; member: Membership }
export type Position = { amount: Coins; position: number }

type Window = { limit: number; offset: number }

export async function pointsPage(
  db: Db,
  partnerId: string,
  { limit, offset }: Window,
): Promise<PointsEntry[]> {
  const rows = await db.many<
    Omit<PointsEntry, 'member'> & Membership & { membershipId: string; joinedAt: Date; changedAt: Date }
  >(sql`
    select w.id, w.points, w.created_at as "createdAt", w.updated_at as "updatedAt",
      m.id as "membershipId", m.user_id as "userId", m.tag, m.fullname, m.avatar, m.email,
      m.created_at as "joinedAt", m.updated_at as "changedAt"
    from wallets w
    join memberships m on m.partner_id = w.partner_id and m.user_id = w.user_id
    where w.partner_id = ${partnerId} and w.on_boards
    order by w.points desc, w.joined_no
    limit ${limit}
    offset ${offset}`)
  return rows.map(({ id, points, createdAt, updatedAt, membershipId, joinedAt, changedAt, ...shown }) => ({
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
  }))
}

export async function countOnPointsBoard(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ members: bigint }>(sql`
    select count(*) as members
    from wallets
    where partner_id = ${partnerId} and on_boards`)
  return Number(row?.members)
}

/** Equal scores share a position: it is one more than the number of members with more. */
export async function positionByPoints(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<Position | undefined> {
  const row = await db.first<{ amount: Coins; position: bigint }>(sql`
    select mine.points as amount, 1 + (
      select count(*)
      from wallets w
      where w.partner_id = ${partnerId} and w.on_boards and w.points > mine.points
    ) as position
    from wallets mine
    where mine.partner_id = ${partnerId} and mine.user_id = ${userId} and mine.on_boards`)
  return row && { amount: row.amount, position: Number(row.position) }
}

export async function coinPage(
  db: Db,
  partnerId: string,
  { board, month }: CoinBoard,
  { limit, offset }: Window,
): Promise<CoinScore[]> {
  return db.many<CoinScore>(sql`
    select user_id as "userId", score
    from coin_scores
    where partner_id = ${partnerId} and board = ${board} and month = ${month}
    order by score desc, joined_no
    limit ${limit}
    offset ${offset}`)
}

export async function countOnCoinBoard(
  db: Db,
  partnerId: string,
  { board, month }: CoinBoard,
): Promise<number> {
  const row = await db.first<{ users: bigint }>(sql`
    select count(*) as users
    from coin_scores
    where partner_id = ${partnerId} and board = ${board} and month = ${month}`)
  return Number(row?.users)
}

export async function positionByCoins(
  db: Db,
  partnerId: string,
  { board, month }: CoinBoard,
  userId: string,
): Promise<Position | undefined> {
  const row = await db.first<{ amount: Coins; position: bigint }>(sql`
    select mine.score as amount, 1 + (
      select count(*)
      from coin_scores s
      where s.partner_id = ${partnerId} and s.board = ${board} and s.month = ${month} and s.score > mine.score
    ) as position
    from coin_scores mine
    where mine.partner_id = ${partnerId} and mine.board = ${board} and mine.month = ${month}
      and mine.user_id = ${userId}`)
  return row && { amount: row.amount, position: Number(row.position) }
}

/** The top of each of these months. */
export async function coinTops(
  db: Db,
  partnerId: string,
  board: CoinBoard['board'],
  months: string[],
  limit: number,
): Promise<Map<string, CoinScore[]>> {
  const tops = new Map<string, CoinScore[]>()
  for (const month of months)
    tops.set(month, await coinPage(db, partnerId, { board, month }, { limit, offset: 0 }))
  return tops
}
