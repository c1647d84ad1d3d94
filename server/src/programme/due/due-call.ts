import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'

export type DueRequest = {
  userIds: string[]
  /** For a read, which shows lots also where nothing is due. */
  readsLots?: boolean
}

/** Loads wallets of which something is due. A batch does that before it decides anything, so that nothing is left to do. */
export const DUE: CallKind<DueRequest, CoinTransaction, WalletKeys, object> = {
  addKeys({ userIds: due, readsLots = false }, { userIds, takenFrom }) {
    for (const userId of due) {
      userIds.add(userId)
      if (readsLots) takenFrom.userIds.add(userId)
    }
  },
  apply: () => ({ kind: 'unknown', what: 'Transaction' }),
  weightOf: ({ userIds }) => userIds.length,
  runsAlone: true,
}
