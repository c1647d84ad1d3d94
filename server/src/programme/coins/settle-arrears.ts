import { NO_LABELS } from '../ledger/labels.ts'
import { settleCoins, walletOf } from '../wallets/wallet-batch.ts'
import { type CoinBatch, recordTransaction } from './coin-batch.ts'
import type { CoinTransaction } from './coin-transaction.ts'

type Credit = Pick<CoinTransaction, 'id' | 'userId' | 'coins' | 'actor'>

/** Follows every credit to a wallet: takes what the member owes, as far as the credit goes. */
export function settleArrears(batch: CoinBatch, { id, userId, coins: credited, actor }: Credit): void {
  const { owed } = walletOf(batch, userId)
  if (owed === 0n) return
  const coins = owed < credited ? owed : credited
  const settlement = {
    ...NO_LABELS,
    actor,
    userId,
    coins,
    kind: 'settlement',
    isCredit: false,
    reason: null,
    narration: null,
    originalId: id,
    parties: null,
  } as const
  recordTransaction(batch, settlement, null, () => settleCoins(batch, { userId, coins }))
}
