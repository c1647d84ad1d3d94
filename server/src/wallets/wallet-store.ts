import { type Db, records, sql, type Tx } from '../database/database.ts'
import type { MonthScores, Wallet } from './wallet.ts'

type WalletRow = Omit<Wallet, 'lastMonth'> & {
  month: string | null
  monthEarned: bigint | null
  monthReturned: bigint | null
  monthEarnedSegment: bigint | null
  monthReturnedSegment: bigint | null
}

export async function loadWallets(db: Db, partnerId: string, userIds: readonly string[]): Promise<Wallet[]> {
  const rows = await db.many<WalletRow>(sql`
    select id, user_id, balance, points, returned, has_earned, joined_no, on_boards, points_segment, returned_segment,
      month, month_earned, month_returned, month_earned_segment, month_returned_segment
    from wallets
    where partner_id = ${partnerId} and user_id = any(${userIds}::uuid[])`)
  return rows.map(toWallet)
}

function toWallet(row: WalletRow): Wallet {
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

/** Of a table `monthly_scores s`. */
const MONTH_SCORES = sql`s.user_id, s.month, s.earned, s.returned, s.earned_segment, s.returned_segment`

/** Scores of months before a wallet's last month. */
export async function loadEarlierMonths(
  db: Db,
  partnerId: string,
  wanted: readonly { userId: string; month: string }[],
): Promise<MonthScores[]> {
  return db.many<MonthScores>(sql`
    select distinct ${MONTH_SCORES}
    from ${records('wanted', wanted, { user_id: 'uuid', month: 'date' })}
    join monthly_scores s
      on s.partner_id = ${partnerId} and s.user_id = wanted.user_id and s.month = wanted.month`)
}

export async function loadAllEarlierMonths(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<MonthScores[]> {
  return db.many<MonthScores>(sql`
    select ${MONTH_SCORES}
    from monthly_scores s
    where s.partner_id = ${partnerId} and s.user_id = ${userId}`)
}

export function updateWallets(tx: Tx, partnerId: string, wallets: Wallet[], at: Date): void {
  tx.send(sql`
    update wallets w
    set balance = c.points - c.returned, points = c.points, returned = c.returned, has_earned = c.has_earned,
      on_boards = c.on_boards, points_segment = c.points_segment, returned_segment = c.returned_segment,
      month = c.month, month_earned = c.month_earned, month_returned = c.month_returned,
      month_earned_segment = c.month_earned_segment, month_returned_segment = c.month_returned_segment,
      updated_at = ${at}
    from ${records('c', wallets, {
      user_id: 'uuid',
      points: 'bigint',
      returned: 'bigint',
      has_earned: 'boolean',
      on_boards: 'boolean',
      points_segment: 'bigint',
      returned_segment: 'bigint',
      month: { type: 'date', of: ({ lastMonth }) => lastMonth?.month },
      month_earned: { type: 'bigint', of: ({ lastMonth }) => lastMonth?.earned },
      month_returned: { type: 'bigint', of: ({ lastMonth }) => lastMonth?.returned },
      month_earned_segment: { type: 'bigint', of: ({ lastMonth }) => lastMonth?.earnedSegment },
      month_returned_segment: { type: 'bigint', of: ({ lastMonth }) => lastMonth?.returnedSegment },
    })}
    where w.partner_id = ${partnerId} and w.user_id = c.user_id`)
}

/** Inserts or updates months before a wallet's last month. */
export function saveEarlierMonths(
  tx: Tx,
  partnerId: string,
  months: { month: MonthScores; wallet: Wallet }[],
): void {
  if (months.length === 0) return
  tx.send(sql`
    insert into monthly_scores (partner_id, month, user_id, earned, returned, joined_no, on_boards,
      earned_segment, returned_segment)
    select ${partnerId}, *
    from ${records('c', months, {
      month: { type: 'date', of: ({ month }) => month.month },
      user_id: { type: 'uuid', of: ({ month }) => month.userId },
      earned: { type: 'bigint', of: ({ month }) => month.earned },
      returned: { type: 'bigint', of: ({ month }) => month.returned },
      joined_no: { type: 'bigint', of: ({ wallet }) => wallet.joinedNo },
      on_boards: { type: 'boolean', of: ({ wallet }) => wallet.onBoards },
      earned_segment: { type: 'bigint', of: ({ month }) => month.earnedSegment },
      returned_segment: { type: 'bigint', of: ({ month }) => month.returnedSegment },
    })}
    on conflict (partner_id, user_id, month) do update
    set earned = excluded.earned, returned = excluded.returned, on_boards = excluded.on_boards,
      earned_segment = excluded.earned_segment, returned_segment = excluded.returned_segment`)
}
