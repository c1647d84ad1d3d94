import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import {
  addShownMember,
  type PartyKeys,
  partiesOf,
  recordTransaction,
  type ShownKeys,
  settleArrears,
} from '../coins/coin-batch.ts'
import type { CoinTransaction, CoinTransactionReason, HoldKind } from '../coins/coin-transaction.ts'
import { expirePast } from '../coins/expire-lots.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { Coins } from '../ledger/coin.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import type { Hold } from '../lots/hold.ts'
import { earlier } from '../lots/lot.ts'
import { LOTS_MAX } from '../lots/timed-wallet.ts'
import { availableOf, countTaken, partsBetween, takeAvailable } from '../lots/wallet-lots.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { addTakenFrom, findWallet, holdCoins, spendCoins, walletOf } from '../wallets/wallet-batch.ts'
import {
  type CaptureRequest,
  type ExtensionRequest,
  HOLDS_MAX,
  type HoldRequest,
  lastEndOf,
  type ReleaseRequest,
} from './hold.ts'
import { activeHoldsOf, addHold, type HoldBatch, type HoldKeys } from './hold-batch.ts'
import { letGo } from './let-go.ts'

export const HOLD: CallKind<HoldRequest, CoinTransaction, ShownKeys & HoldKeys, HoldBatch> = {
  addKeys({ member }, keys) {
    addShownMember(keys, member)
    addTakenFrom(keys, member)
    if ('userId' in member) keys.holders.userIds.add(member.userId)
    else keys.holders.externalIds.add(member.externalId)
  },
  apply: applyHold,
}

type NamingKeys = HoldKeys & PartyKeys

const ofHold = {
  addKeys({ holdId }: { holdId: string }, keys: NamingKeys) {
    keys.holdIds.add(holdId)
    keys.showsPartner = true
  },
}

export const EXTENSION: CallKind<ExtensionRequest, CoinTransaction, NamingKeys, HoldBatch> = {
  ...ofHold,
  apply: applyExtension,
}

export const CAPTURE: CallKind<CaptureRequest, CoinTransaction, NamingKeys, HoldBatch> = {
  ...ofHold,
  apply: applyCapture,
}

export const RELEASE: CallKind<ReleaseRequest, CoinTransaction, NamingKeys, HoldBatch> = {
  ...ofHold,
  apply: applyRelease,
}

/** Takes coins of a member out of what can be spent, until they are captured, released or the time is over. */
function applyHold(
  batch: HoldBatch,
  { request, keyed }: Keyed<{ request: HoldRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const { member, coins, narration, reference, metadata, expiresIn } = request
  const wallet = findWallet(batch, member)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }
  const { userId } = wallet
  const { ledger } = batch
  const expiresAt = new Date(ledger.now.getTime() + expiresIn * 1_000)
  const reason = refuseHold(wallet, coins, activeHoldsOf(batch, userId))
  const decision = {
    actor,
    userId,
    coins,
    narration,
    reference,
    metadata,
    expiresAt: reason ? null : expiresAt,
    kind: 'hold',
    isCredit: false,
    reason,
    parties: partiesOf(batch, { userId, account: ledger.spendAccount }),
  } as const
  return recordTransaction(batch, decision, keyed, (recorded) => {
    const { id, seq } = recorded
    recorded.holdId = id
    recorded.lots = takeAvailable(wallet, coins)
    holdCoins(batch, { userId, coins })
    wallet.nextDueAt = earlier(wallet.nextDueAt, expiresAt)
    const hold: Hold = {
      id,
      seq,
      userId,
      coins,
      expiresAt,
      reference,
      status: 'active',
      captured: 0n,
      lots: recorded.lots,
      createdAt: ledger.now,
      endedAt: null,
    }
    addHold(batch, hold)
    recorded.hold = { ...hold }
  })
}

function refuseHold(wallet: Wallet, coins: Coins, holds: readonly Hold[]): CoinTransactionReason | null {
  if (availableOf(wallet) < coins) return 'insufficient_coins'
  if (holds.length >= HOLDS_MAX) return 'too_many_holds'
  // Lots that holds emptied have coins again when these end.
  const lots = holds.reduce((sum, hold) => sum + hold.lots.length, countTaken(wallet, coins))
  return lots > LOTS_MAX ? 'too_many_holds' : null
}

/** What a decision on a hold says of it. */
function decisionOn(
  batch: HoldBatch,
  hold: Hold,
  input: {
    kind: HoldKind | 'transfer'
    actor: RecordedActor
    coins: Coins
    reason: CoinTransactionReason | null
    expiresAt?: Date | null
  },
) {
  const { userId, id, reference } = hold
  return {
    ...NO_LABELS,
    narration: null,
    ...input,
    userId,
    reference,
    holdId: id,
    isCredit: false,
    parties: partiesOf(batch, { userId, account: batch.ledger.spendAccount }),
  }
}

const refuseEnd = ({ status }: Hold): CoinTransactionReason | null =>
  status === 'active' ? null : 'hold_not_active'

/** Counts the time of a hold anew, from now and never beyond the latest end. */
function applyExtension(
  batch: HoldBatch,
  { request: { holdId, expiresIn }, keyed }: Keyed<{ request: ExtensionRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const hold = batch.holds.get(holdId)
  if (!hold) return { kind: 'unknown', what: 'Hold' }
  const expiresAt = earlier(new Date(batch.ledger.now.getTime() + expiresIn * 1_000), lastEndOf(hold)) as Date
  const { coins } = hold
  const reason = refuseEnd(hold)
  const decision = decisionOn(batch, hold, {
    kind: 'extension',
    actor,
    coins,
    reason,
    expiresAt: reason ? null : expiresAt,
  })
  return recordTransaction(batch, decision, keyed, (recorded) => {
    hold.expiresAt = expiresAt
    recorded.hold = { ...hold }
    if (!batch.changes.newHolds.includes(hold)) batch.changes.changedHolds.add(hold)
    const wallet = walletOf(batch, hold.userId)
    wallet.nextDueAt = earlier(wallet.nextDueAt, expiresAt)
    holdCoins(batch, { userId: hold.userId, coins: 0n })
  })
}

/** Transfers coins of a hold to the partner, and gives the rest back; also of a user who left. */
function applyCapture(
  batch: HoldBatch,
  { request, keyed }: Keyed<{ request: CaptureRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const hold = batch.holds.get(request.holdId)
  if (!hold) return { kind: 'unknown', what: 'Hold' }
  const { userId } = hold
  const coins = request.coins ?? hold.coins
  const reason = refuseEnd(hold) ?? (coins > hold.coins ? 'capture_exceeds' : null)
  const decision = decisionOn(batch, hold, { kind: reason ? 'capture' : 'transfer', actor, coins, reason })
  const result = recordTransaction(batch, decision, keyed, (recorded) => {
    recorded.lots = partsBetween(hold.lots, 0n, coins).parts
    const pieces = letGo(batch, hold, { status: 'captured', captured: coins })
    recorded.hold = { ...hold }
    spendCoins(batch, { userId, coins })
    settleArrears(batch, recorded, pieces)
  })
  if (!reason) expirePast(batch, userId)
  return result
}

/** Gives the coins of a hold back; also to a user who left. */
function applyRelease(
  batch: HoldBatch,
  { request: { holdId }, keyed }: Keyed<{ request: ReleaseRequest }>,
  actor: RecordedActor,
): CallResult<CoinTransaction> {
  const hold = batch.holds.get(holdId)
  if (!hold) return { kind: 'unknown', what: 'Hold' }
  const { userId, coins } = hold
  const reason = refuseEnd(hold)
  const decision = decisionOn(batch, hold, { kind: 'release', actor, coins, reason })
  const result = recordTransaction(batch, decision, keyed, (recorded) => {
    const pieces = letGo(batch, hold, { status: 'released', captured: 0n })
    recorded.hold = { ...hold }
    settleArrears(batch, recorded, pieces)
  })
  if (!reason) expirePast(batch, userId)
  return result
}
