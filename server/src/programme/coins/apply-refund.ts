import assert from 'node:assert/strict'
import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { BALANCE_MAX, type Coins } from '../ledger/coin.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { hasRoomForRefund, refundLots } from '../lots/moments.ts'
import { isErased } from '../members/details-part.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { refundCoins, walletOf } from '../wallets/wallet-batch.ts'
import {
  type CoinBatch,
  type CoinKeys,
  type PartyKeys,
  partiesOf,
  recordTransaction,
  settleArrears,
} from './coin-batch.ts'
import type {
  CoinTransaction,
  CoinTransactionReason,
  FoundTransaction,
  RefundRequest,
} from './coin-transaction.ts'
import { expirePast } from './expire-lots.ts'

export const REFUND: CallKind<RefundRequest, CoinTransaction, CoinKeys & PartyKeys, CoinBatch> = {
  addKeys({ transactionId }, keys) {
    keys.transactionIds.add(transactionId)
    keys.showsPartner = true
  },
  apply: applyRefund,
}

/** Gives back the coins of a transfer or a part of them, also to a user who left. */
export function applyRefund(
  batch: CoinBatch,
  { request, keyed }: Keyed<{ request: RefundRequest }>,
  actor: RecordedActor,
  returnId: string | null = null,
): CallResult<CoinTransaction> {
  const { transactionId } = request
  const original = batch.transactions.get(transactionId)
  const userId = original?.userId ?? batch.unrefundable.get(transactionId)
  if (!userId) return { kind: 'unknown', what: 'Transaction' }
  const { reference, metadata } = original ?? NO_LABELS
  const narration = isErased(batch, userId) ? null : request.narration
  const refundable = original ? refundableOf(original) : 0n
  const coins = request.coins ?? refundable
  const reason = refuseRefund(batch, original, coins) ?? null
  const remaining = reason ? null : refundable - coins
  const refund = {
    actor,
    userId,
    coins,
    narration,
    reference,
    metadata,
    reason,
    remaining,
    returnId,
    kind: 'refund',
    isCredit: true,
    originalId: transactionId,
    parties: partiesOf(batch, { userId, account: batch.ledger.spendAccount }),
  } as const
  const result = recordTransaction(batch, refund, keyed, (recorded) => {
    assert(original)
    const wallet = walletOf(batch, userId)
    const pieces = refundLots(batch.ledger, wallet, original, coins)
    original.refundable = remaining
    refundCoins(batch, { userId, coins }, original.createdAt)
    settleArrears(batch, recorded, pieces)
  })
  // What a return brings back expires once all of it is done.
  if (returnId === null) expirePast(batch, userId)
  return result
}

export const refundableOf = ({ refundable, coins }: FoundTransaction): Coins => refundable ?? coins

function refuseRefund(
  batch: CoinBatch,
  original: FoundTransaction | undefined,
  coins: Coins,
): CoinTransactionReason | undefined {
  if (original?.kind !== 'transfer' || original.outcome !== 'moved') return 'not_refundable'
  if (original.refundable === 0n) return 'already_refunded'
  if (coins > refundableOf(original)) return 'refund_exceeds'
  const wallet = walletOf(batch, original.userId)
  return canRefund(batch.ledger, wallet, original, coins) ? undefined : 'balance_limit'
}

/** Whether a wallet takes so many coins of a transfer back. */
export const canRefund = (
  ledger: Ledger,
  wallet: Wallet,
  transfer: FoundTransaction,
  coins: Coins,
): boolean => wallet.balance + coins <= BALANCE_MAX && hasRoomForRefund(ledger, wallet, transfer, coins)
