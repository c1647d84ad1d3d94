import type { Tx } from '../database/database.ts'
import { assignSegments, type Board, boardKey, type Score } from '../ranking/board.ts'
import { loadBoundaries } from '../ranking/boundaries.ts'
import { changeSegmentCounts } from '../ranking/segment-store.ts'
import { scoresOfMonth, scoresOfWallet } from './wallet.ts'
import { type WalletBatch, walletOf } from './wallet-batch.ts'
import { saveEarlierMonths, updateWallets } from './wallet-store.ts'

/** Saves the changed wallets and months of a batch with the segments of their scores. */
export async function saveWallets(tx: Tx, batch: WalletBatch): Promise<void> {
  const { ledger, changes, now } = batch
  if (changes.wallets.size === 0) return
  const wallets = [...changes.wallets]
  const earlierMonths = [...changes.earlierMonths].map((month) => ({
    month,
    wallet: walletOf(batch, month.userId),
  }))
  const months = [
    ...wallets.flatMap((wallet) => (wallet.lastMonth ? [{ month: wallet.lastMonth, wallet }] : [])),
    ...earlierMonths,
  ]
  const scores = [
    ...wallets.flatMap(scoresOfWallet),
    ...months.flatMap(({ month, wallet }) => scoresOfMonth(month, wallet)),
  ]
  const boundaries = await loadBoundaries(tx, ledger, boardsOf(scores))
  const { segments, changes: counts } = assignSegments(scores, boundaries)
  if (counts.length > 0) {
    // A failed transaction already rejects; only its caller handles the error.
    changes.oversizedSegments = changeSegmentCounts(tx, ledger.partnerId, counts).catch(() => [])
  }

  const assigned = segments.values()
  const nextSegment = () => assigned.next().value as bigint | null
  for (const wallet of wallets) {
    wallet.pointsSegment = nextSegment()
    wallet.returnedSegment = nextSegment()
  }
  for (const { month } of months) {
    month.earnedSegment = nextSegment()
    month.returnedSegment = nextSegment()
  }
  updateWallets(tx, ledger.partnerId, wallets, now)
  saveEarlierMonths(tx, ledger.partnerId, earlierMonths)
}

/** The boards of these scores. */
function boardsOf(scores: Score[]): Board[] {
  const boards = new Map<string, Board>()
  for (const score of scores) if (score.score !== null) boards.set(boardKey(score), score)
  return [...boards.values()]
}
