import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { BALANCE_MAX, type Coins } from '../ledger/coin.ts'
import type { Moments } from '../lots/lot.ts'
import { creditWallet, momentsOf } from '../lots/moments.ts'
import { availableOf, hasRoomFor, takeAvailable } from '../lots/wallet-lots.ts'
import { isErased } from '../members/details-part.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { addTakenFrom, adjustCoins, findWallet } from '../wallets/wallet-batch.ts'
import {
  addShownMember,
  type CoinBatch,
  partiesOf,
  recordTransaction,
  type ShownKeys,
  settleArrears,
} from './coin-batch.ts'
import type { AdjustmentRequest, CoinTransaction } from './coin-transaction.ts'

const NO_TEXTS = { narration: null, metadata: null }

export const ADJUSTMENT: CallKind<AdjustmentRequest, CoinTransaction, ShownKeys, CoinBatch> = {
  addKeys({ member, coins }, keys) {
    addShownMember(keys, member)
    if (coins < 0n) addTakenFrom(keys, member)
  },
  apply: applyAdjustment,
}

/** Adds coins to a wallet or takes them, for goodwill or to correct a mistake; also of a user who left. No board shows it. */
function applyAdjustment(
  batch: CoinBatch,
  { request, keyed }: Keyed<{ request: AdjustmentRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const { member, coins: change, reference } = request
  const wallet = findWallet(batch, member)
  if (!wallet) return { kind: 'unknown', what: 'User' }
  const { userId } = wallet
  const { narration, metadata } = isErased(batch, userId) ? NO_TEXTS : request
  const isCredit = change > 0n
  const moments = momentsOf(batch.ledger, null)
  const adjustment = {
    actor,
    userId,
    narration,
    reference,
    metadata,
    isCredit,
    kind: 'adjustment',
    coins: isCredit ? change : -change,
    reason: refuseAdjustment(wallet, change, moments),
    expiresAt: isCredit ? moments.expiresAt : null,
    parties: partiesOf(batch, { userId, account: batch.ledger.issuanceAccount }),
  } as const
  return recordTransaction(batch, adjustment, keyed, (recorded) => {
    if (!isCredit) recorded.lots = takeAvailable(wallet, -change)
    adjustCoins(batch, { userId, coins: change })
    if (isCredit) settleArrears(batch, recorded, [creditWallet(batch.ledger, wallet, change, moments)])
  })
}

function refuseAdjustment(wallet: Wallet, change: Coins, moments: Moments) {
  if (availableOf(wallet) + change < 0n) return 'insufficient_coins'
  if (wallet.balance + change > BALANCE_MAX) return 'balance_limit'
  return change > 0n && !hasRoomFor(wallet, moments) ? 'balance_limit' : null
}
