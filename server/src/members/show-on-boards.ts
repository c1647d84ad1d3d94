import type { Tx } from '../database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { cutSegments } from '../ranking/segment-store.ts'
import { saveScores } from '../wallets/book.ts'
import { loadAllEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'

/** Puts a member on every board that the member's coins belong on, or takes them off. The ledger must be locked. */
export async function showOnBoards(
  tx: Tx,
  ledger: Ledger,
  userId: string,
  isShown: boolean,
  now: Date,
): Promise<void> {
  const { partnerId } = ledger
  const [[wallet], earlierMonths] = await Promise.all([
    loadWallets(tx, partnerId, [userId]),
    loadAllEarlierMonths(tx, partnerId, userId),
  ])
  if (!wallet) return
  wallet.onBoards = isShown
  const wallets = new Map([[wallet.userId, wallet]])
  const { overgrown } = await saveScores(tx, ledger, [wallet], earlierMonths, { wallets, now })
  const segments = await overgrown
  if (segments.length > 0) await cutSegments(tx, ledger, segments)
}
