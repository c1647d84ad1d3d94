import type { BatchPart } from '../coin-calls/batch-part.ts'
import { saveWallets } from './save-wallets.ts'
import type { MonthScores, Wallet } from './wallet.ts'
import { newWalletBatch, type WalletBatch, type WalletKeys } from './wallet-batch.ts'
import { loadEarlierMonthsByPartner, loadWalletsByExternalId, loadWalletsByPartner } from './wallet-store.ts'

type WalletRows = {
  wallets: Wallet
  walletsByExternalId: { externalId: string; wallet: Wallet }
  earlierMonths: MonthScores
}

/** The wallets of the members that calls name. */
export const WALLETS: BatchPart<WalletKeys, WalletRows, WalletBatch> = {
  newKeys: () => ({ userIds: new Set(), externalIds: new Set(), months: [] }),
  load: (db, each) => ({
    wallets: loadWalletsByPartner(db, each('userIds')),
    walletsByExternalId: loadWalletsByExternalId(db, each('externalIds')),
    earlierMonths: loadEarlierMonthsByPartner(db, each('months')),
  }),
  state: (ledger, { wallets, walletsByExternalId, earlierMonths }) =>
    newWalletBatch(
      ledger,
      [...wallets, ...walletsByExternalId.map(({ wallet }) => wallet)],
      earlierMonths,
      new Map(walletsByExternalId.map(({ externalId, wallet }) => [externalId, wallet.userId])),
    ),
  save: (tx, _, batches) => saveWallets(tx, batches),
}
