import type { Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import { saveWallets } from '../wallets/save-wallets.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import { loadAllEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'

/**
 * Adds members to the boards they have scores on, or removes them. The ledger must be locked. Members who
 * just joined have no scores; those in `withScores` may have some.
 */
export async function showOnBoards(
  tx: Tx,
  ledger: Ledger,
  userIds: string[],
  isShown: boolean,
  { withScores = userIds }: { withScores?: string[] } = {},
): Promise<void> {
  const { partnerId } = ledger
  const [wallets, months] = await Promise.all([
    loadWallets(tx, partnerId, userIds),
    Promise.all(withScores.map((userId) => loadAllEarlierMonths(tx, partnerId, userId))),
  ])
  const earlierMonths = months.flat()
  for (const wallet of wallets) wallet.onBoards = isShown
  const batch = newWalletBatch(ledger, wallets, earlierMonths)
  for (const wallet of wallets) batch.changes.wallets.add(wallet)
  for (const month of earlierMonths) batch.changes.earlierMonths.add(month)
  await saveWallets(tx, [batch])
  const oversized = await batch.changes.oversizedSegments
  if (oversized.length > 0) await splitSegments(tx, ledger, oversized)
}
