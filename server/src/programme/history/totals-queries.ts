import { type Db, sql } from '../../storage/database/database.ts'
import { MOVED } from '../coins/transaction-queries.ts'
import type { Coins } from '../ledger/coin.ts'
import { type HistoryFilter, scanOf } from './scan-queries.ts'

/** How many lines are summed up, newest first. A text is searched in what was noted to each, which takes longer. */
export const SUMMED_MAX = 50_000
export const SUMMED_BY_TEXT_MAX = 10_000

export type HistoryTotals = {
  lines: bigint
  /** Coins that entered wallets, and that left them. */
  credited: Coins
  debited: Coins
  /** Whether older lines were left out, so that the totals may be higher. */
  isPartial: boolean
}

export const NO_TOTALS: HistoryTotals = { lines: 0n, credited: 0n, debited: 0n, isPartial: false }

/** Sums up the latest lines that pass a filter. */
export async function sumLines(db: Db, partnerId: string, filter: HistoryFilter): Promise<HistoryTotals> {
  const scan = await scanOf(db, partnerId, filter)
  if (!scan) return NO_TOTALS
  const limit = filter.text === null ? SUMMED_MAX : SUMMED_BY_TEXT_MAX
  type Row = { lines: bigint; credited: string; debited: string; scanned: bigint }
  const row = await db.first<Row>(sql`
    select count(*) filter (where is_match) as lines, count(*) as scanned,
      coalesce(sum(wallet_coins) filter (where is_match and is_credit and ${MOVED}), 0) as credited,
      coalesce(sum(wallet_coins) filter (where is_match and not is_credit and ${MOVED}), 0) as debited
    from (${scan.select(limit + 1, null)}) matched`)
  return {
    lines: row?.lines ?? 0n,
    credited: BigInt(row?.credited ?? 0),
    debited: BigInt(row?.debited ?? 0),
    isPartial: (row?.scanned ?? 0n) > BigInt(limit),
  }
}
