import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import { earlier } from '../lots/lot.ts'
import { saveLots } from '../lots/lot-store.ts'
import { assignSegments, type Board, boardKey, type Score, type SegmentChange } from '../ranking/board.ts'
import { loadStarts } from '../ranking/segment-cache.ts'
import { changeSegmentCounts } from '../ranking/segment-store.ts'
import { type MonthScores, scoresOfMonth, scoresOfWallet, type Wallet } from './wallet.ts'
import { type WalletBatch, walletOf } from './wallet-batch.ts'
import { saveEarlierMonths, updateWallets } from './wallet-store.ts'

/**
 * Saves the changed wallets and months of a batch, of one partner or several, with the segments of their
 * scores.
 */
export async function saveWallets(tx: Tx, batches: WalletBatch[]): Promise<void> {
  const changed = batches.filter(({ changes }) => changes.wallets.size > 0)
  if (changed.length === 0) return
  const saves = await Promise.all(changed.map((batch) => prepareSave(tx, batch)))
  const rows = <Row>(of: (save: Save) => Row[]) =>
    new Map(saves.map((save) => [save.batch.ledger.partnerId, of(save)]))
  if (saves.some(({ counts }) => counts.length > 0)) {
    // A failed transaction already rejects; only its caller handles the error.
    const oversized = changeSegmentCounts(
      tx,
      rows(({ batch, counts }) => counts.map((change) => ({ ...change, seq: batch.ledger.lastSeq }))),
    ).catch(() => new Map())
    for (const { ledger, changes } of changed)
      changes.oversizedSegments = oversized.then((all) => [...rowsOf(all, ledger.partnerId)])
  }
  updateWallets(
    tx,
    rows(({ wallets }) => wallets),
    { onlyEarned: changed.every(({ changes }) => changes.onlyEarned) },
  )
  saveEarlierMonths(
    tx,
    rows(({ earlierMonths }) => earlierMonths),
  )
  saveLots(
    tx,
    rows(({ wallets }) => wallets),
  )
}

type Save = {
  batch: WalletBatch
  wallets: Wallet[]
  earlierMonths: { month: MonthScores; wallet: Wallet }[]
  counts: SegmentChange[]
}

/** Assigns the segments of a partner's changed wallets and months. */
async function prepareSave(tx: Tx, batch: WalletBatch): Promise<Save> {
  const { ledger, changes } = batch
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
  const starts = await loadStarts(tx, ledger, boardsOf(scores))
  const { segments, changes: counts } = assignSegments(scores, starts)
  const assigned = segments.values()
  const nextSegment = () => assigned.next().value as bigint | null
  for (const wallet of wallets) {
    wallet.updatedAt = ledger.now
    if (wallet.nextDueAt !== null) ledger.nextDueAt = earlier(ledger.nextDueAt, wallet.nextDueAt)
    wallet.pointsSegment = nextSegment()
    wallet.spentSegment = nextSegment()
  }
  for (const { month } of months) {
    month.earnedSegment = nextSegment()
    month.spentSegment = nextSegment()
  }
  return { batch, wallets, earlierMonths, counts }
}

function boardsOf(scores: Score[]): Board[] {
  const boards = new Map<string, Board>()
  for (const score of scores) if (score.score !== null) boards.set(boardKey(score), score)
  return [...boards.values()]
}
