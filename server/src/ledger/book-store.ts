import { type Db, list, sql, type Tx } from '../platform/database.ts'
import type { Month, Wallet } from './book.ts'

/** The ledger is locked, so nobody else changes what is read here. */
export async function loadWallets(db: Db, partnerId: string, userIds: string[]): Promise<Wallet[]> {
  return db.many<Wallet>(sql`
    select id, user_id as "userId", balance, points, returned, has_earned as "hasEarned", has_returned as "hasReturned",
      joined_no as "joinedNo", on_boards as "onBoards", points_segment as "pointsSegment", returned_segment as "returnedSegment"
    from wallets
    where partner_id = ${partnerId} and user_id = any(${list(userIds)}::uuid[])`)
}

export async function loadMonths(
  db: Db,
  partnerId: string,
  month: string,
  userIds: string[],
): Promise<Month[]> {
  return db.many<Month>(sql`
    select user_id as "userId", month, earned, returned, has_earned as "hasEarned", has_returned as "hasReturned",
      earned_segment as "earnedSegment", returned_segment as "returnedSegment", false as "isNew"
    from monthly_scores
    where partner_id = ${partnerId} and month = ${month} and user_id = any(${list(userIds)}::uuid[])`)
}

export async function loadAllMonths(db: Db, partnerId: string, userId: string): Promise<Month[]> {
  return db.many<Month>(sql`
    select user_id as "userId", month, earned, returned, has_earned as "hasEarned", has_returned as "hasReturned",
      earned_segment as "earnedSegment", returned_segment as "returnedSegment", false as "isNew"
    from monthly_scores
    where partner_id = ${partnerId} and user_id = ${userId}`)
}

export function updateWallets(tx: Tx, partnerId: string, wallets: Wallet[], at: Date): void {
  tx.send(sql`
    update wallets w
    set balance = c.balance, points = c.points, returned = c.returned,
      has_earned = c.has_earned, has_returned = c.has_returned, on_boards = c.on_boards,
      points_segment = c.points_segment, returned_segment = c.returned_segment, updated_at = ${at}
    from unnest(
      ${list(wallets.map((wallet) => wallet.userId))}::uuid[],
      ${list(wallets.map((wallet) => wallet.balance))}::bigint[],
      ${list(wallets.map((wallet) => wallet.points))}::bigint[],
      ${list(wallets.map((wallet) => wallet.returned))}::bigint[],
      ${list(wallets.map((wallet) => wallet.hasEarned))}::boolean[],
      ${list(wallets.map((wallet) => wallet.hasReturned))}::boolean[],
      ${list(wallets.map((wallet) => wallet.onBoards))}::boolean[],
      ${list(wallets.map((wallet) => wallet.pointsSegment))}::bigint[],
      ${list(wallets.map((wallet) => wallet.returnedSegment))}::bigint[])
      as c (user_id, balance, points, returned, has_earned, has_returned, on_boards, points_segment, returned_segment)
    where w.partner_id = ${partnerId} and w.user_id = c.user_id`)
}

type MonthRow = Month & Pick<Wallet, 'joinedNo' | 'onBoards'>

export function insertMonths(tx: Tx, partnerId: string, months: MonthRow[]): void {
  if (months.length === 0) return
  tx.send(sql`
    insert into monthly_scores (partner_id, month, user_id, earned, returned, has_earned, has_returned, joined_no, on_boards,
      earned_segment, returned_segment)
    select ${partnerId}, *
    from unnest(
      ${list(months.map((month) => month.month))}::date[],
      ${list(months.map((month) => month.userId))}::uuid[],
      ${list(months.map((month) => month.earned))}::bigint[],
      ${list(months.map((month) => month.returned))}::bigint[],
      ${list(months.map((month) => month.hasEarned))}::boolean[],
      ${list(months.map((month) => month.hasReturned))}::boolean[],
      ${list(months.map((month) => month.joinedNo))}::bigint[],
      ${list(months.map((month) => month.onBoards))}::boolean[],
      ${list(months.map((month) => month.earnedSegment))}::bigint[],
      ${list(months.map((month) => month.returnedSegment))}::bigint[])`)
}

export function updateMonths(tx: Tx, partnerId: string, months: MonthRow[]): void {
  if (months.length === 0) return
  tx.send(sql`
    update monthly_scores s
    set earned = c.earned, returned = c.returned, has_earned = c.has_earned, has_returned = c.has_returned,
      on_boards = c.on_boards, earned_segment = c.earned_segment, returned_segment = c.returned_segment
    from unnest(
      ${list(months.map((month) => month.month))}::date[],
      ${list(months.map((month) => month.userId))}::uuid[],
      ${list(months.map((month) => month.earned))}::bigint[],
      ${list(months.map((month) => month.returned))}::bigint[],
      ${list(months.map((month) => month.hasEarned))}::boolean[],
      ${list(months.map((month) => month.hasReturned))}::boolean[],
      ${list(months.map((month) => month.onBoards))}::boolean[],
      ${list(months.map((month) => month.earnedSegment))}::bigint[],
      ${list(months.map((month) => month.returnedSegment))}::bigint[])
      as c (month, user_id, earned, returned, has_earned, has_returned, on_boards, earned_segment, returned_segment)
    where s.partner_id = ${partnerId} and s.user_id = c.user_id and s.month = c.month`)
}
