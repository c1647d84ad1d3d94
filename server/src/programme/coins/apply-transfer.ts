import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { availableOf, takeAvailable } from '../lots/wallet-lots.ts'
import { addTakenFrom, findWallet, spendCoins } from '../wallets/wallet-batch.ts'
import { addShownMember, type CoinBatch, partiesOf, recordTransaction, type ShownKeys } from './coin-batch.ts'
import type { CoinTransaction, TransferRequest } from './coin-transaction.ts'

export const TRANSFER: CallKind<TransferRequest, CoinTransaction, ShownKeys, CoinBatch> = {
  addKeys({ member }, keys) {
    addShownMember(keys, member)
    addTakenFrom(keys, member)
  },
  apply: applyTransfer,
}

/** Moves coins from a user's wallet to the partner, or refuses when too few can be spent. */
function applyTransfer(
  batch: CoinBatch,
  { request, keyed }: Keyed<{ request: TransferRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const { member, coins, narration, reference, metadata } = request
  const wallet = findWallet(batch, member)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }
  const { userId } = wallet
  const transfer = {
    actor,
    userId,
    coins,
    narration,
    reference,
    metadata,
    kind: 'transfer',
    isCredit: false,
    reason: availableOf(wallet) < coins ? 'insufficient_coins' : null,
    parties: partiesOf(batch, { userId, account: batch.ledger.spendAccount }),
  } as const
  return recordTransaction(batch, transfer, keyed, (recorded) => {
    recorded.lots = takeAvailable(wallet, coins)
    spendCoins(batch, { userId, coins })
  })
}
