import { type Db, list, sql, type Tx } from '../database/database.ts'
import type { Month, Wallet } from './book.ts'

type WalletRow = Omit<Wallet, 'lastMonth'> & {
  month: string | null
  monthEarned: bigint | null
  monthReturned: bigint | null
  monthEarnedSegment: bigint | null
  monthReturnedSegment: bigint | null
}

/** The ledger is locked, so nobody else changes what is read here. */
export async function loadWallets(db: Db, partnerId: string, userIds: string[]): Promise<Wallet[]> {
  const rows = await db.many<WalletRow>(sql`
    select id, user_id as "userId", balance, points, returned, has_earned as "hasEarned", joined_no as "joinedNo",
      on_boards as "onBoards", points_segment as "pointsSegment", returned_segment as "returnedSegment",
      month, month_earned as "monthEarned", month_returned as "monthReturned",
      month_earned_segment as "monthEarnedSegment", month_returned_segment as "monthReturnedSegment"
    from wallets
    where partner_id = ${partnerId} and user_id = any(${list(userIds)}::uuid[])`)
  return rows.map(walletOfRow)
}

function walletOfRow(row: WalletRow): Wallet {
  const { month, monthEarned, monthReturned, monthEarnedSegment, monthReturnedSegment, ...wallet } = row
  const lastMonth = month && {
    userId: wallet.userId,
    month,
    earned: monthEarned,
    returned: monthReturned,
    earnedSegment: monthEarnedSegment,
    returnedSegment: monthReturnedSegment,
  }
  return { ...wallet, lastMonth: lastMonth || null }
}

/** Scores of months before the last ones of these users. */
export async function loadEarlierMonths(
  db: Db,
  partnerId: string,
  asked: { userId: string; month: string }[],
): Promise<Month[]> {
  return db.many<Month>(sql`
    select distinct s.user_id as "userId", s.month, s.earned, s.returned,
      s.earned_segment as "earnedSegment", s.returned_segment as "returnedSegment"
    from unnest(${list(asked.map(({ userId }) => userId))}::uuid[], ${list(asked.map(({ month }) => month))}::date[])
      as asked (user_id, month)
    join monthly_scores s on s.partner_id = ${partnerId} and s.user_id = asked.user_id and s.month = asked.month`)
}

export async function loadAllEarlierMonths(db: Db, partnerId: string, userId: string): Promise<Month[]> {
  return db.many<Month>(sql`
    select user_id as "userId", month, earned, returned,
      earned_segment as "earnedSegment", returned_segment as "returnedSegment"
    from monthly_scores
    where partner_id = ${partnerId} and user_id = ${userId}`)
}

export function updateWallets(tx: Tx, partnerId: string, wallets: Wallet[], at: Date): void {
  tx.send(sql`
    update wallets w
    set balance = c.points - c.returned, points = c.points, returned = c.returned, has_earned = c.has_earned, on_boards = c.on_boards,
      points_segment = c.points_segment, returned_segment = c.returned_segment,
      month = c.month, month_earned = c.month_earned, month_returned = c.month_returned,
      month_earned_segment = c.month_earned_segment, month_returned_segment = c.month_returned_segment, updated_at = ${at}
    from unnest(
      ${list(wallets.map((wallet) => wallet.userId))}::uuid[],
      ${list(wallets.map((wallet) => wallet.points))}::bigint[],
      ${list(wallets.map((wallet) => wallet.returned))}::bigint[],
      ${list(wallets.map((wallet) => wallet.hasEarned))}::boolean[],
      ${list(wallets.map((wallet) => wallet.onBoards))}::boolean[],
      ${list(wallets.map((wallet) => wallet.pointsSegment))}::bigint[],
      ${list(wallets.map((wallet) => wallet.returnedSegment))}::bigint[],
      ${list(wallets.map(({ lastMonth }) => lastMonth?.month ?? null))}::date[],
      ${list(wallets.map(({ lastMonth }) => lastMonth?.earned ?? null))}::bigint[],
      ${list(wallets.map(({ lastMonth }) => lastMonth?.returned ?? null))}::bigint[],
      ${list(wallets.map(({ lastMonth }) => lastMonth?.earnedSegment ?? null))}::bigint[],
      ${list(wallets.map(({ lastMonth }) => lastMonth?.returnedSegment ?? null))}::bigint[])
      as c (user_id, points, returned, has_earned, on_boards, points_segment, returned_segment,
        month, month_earned, month_returned, month_earned_segment, month_returned_segment)
    where w.partner_id = ${partnerId} and w.user_id = c.user_id`)
}

/** Writes months before the last ones of their wallets, whether they were the last until now or were written before. */
export function saveMonths(
  tx: Tx,
  partnerId: string,
  months: Month[],
  wallets: ReadonlyMap<string, Wallet>,
): void {
  if (months.length === 0) return
  const owners = months.map((month) => wallets.get(month.userId) as Wallet)
  tx.send(sql`
    insert into monthly_scores (partner_id, month, user_id, earned, returned, joined_no, on_boards, earned_segment, returned_segment)
    select ${partnerId}, *
    from unnest(
      ${list(months.map((month) => month.month))}::date[],
      ${list(months.map((month) => month.userId))}::uuid[],
      ${list(months.map((month) => month.earned))}::bigint[],
      ${list(months.map((month) => month.returned))}::bigint[],
      ${list(owners.map((wallet) => wallet.joinedNo))}::bigint[],
      ${list(owners.map((wallet) => wallet.onBoards))}::boolean[],
      ${list(months.map((month) => month.earnedSegment))}::bigint[],
      ${list(months.map((month) => month.returnedSegment))}::bigint[])
    on conflict (partner_id, user_id, month) do update
    set earned = excluded.earned, returned = excluded.returned, on_boards = excluded.on_boards,
      earned_segment = excluded.earned_segment, returned_segment = excluded.returned_segment`)
}
