import type { Tx } from '../database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import { saveWallets } from '../wallets/save-wallets.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import { loadAllEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'

/** Adds a member to the boards they have scores on, or removes them. The ledger must be locked. */
export async function showOnBoards(tx: Tx, ledger: Ledger, userId: string, isShown: boolean): Promise<void> {
  const { partnerId } = ledger
  const [[wallet], earlierMonths] = await Promise.all([
    loadWallets(tx, partnerId, [userId]),
    loadAllEarlierMonths(tx, partnerId, userId),
  ])
  if (!wallet) return
  wallet.onBoards = isShown
  const batch = newWalletBatch(ledger, [wallet], earlierMonths)
  batch.changes.wallets.add(wallet)
  for (const month of earlierMonths) batch.changes.earlierMonths.add(month)
  await saveWallets(tx, [batch])
  const oversized = await batch.changes.oversizedSegments
  if (oversized.length > 0) await splitSegments(tx, ledger, oversized)
}
