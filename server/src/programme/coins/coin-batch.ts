import assert from 'node:assert/strict'
import { newId } from '../../storage/database/ids.ts'
import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Keyed, KeyedRequest } from '../idempotency/idempotency-key.ts'
import { partsOfBalance } from '../ledger/balance.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import { nextSeq } from '../ledger/ledger.ts'
import type { LotPart } from '../lots/lot.ts'
import { type Piece, takeFrom } from '../lots/wallet-lots.ts'
import type { DetailsKeys, DetailsState } from '../members/details-part.ts'
import {
  addMember,
  settleCoins,
  type WalletBatch,
  type WalletKeys,
  walletOf,
} from '../wallets/wallet-batch.ts'
import type { CoinTransaction, FoundTransaction, Parties, PartnerParty } from './coin-transaction.ts'

export type CoinKeys = {
  transactionIds: Set<string>
  /** The references of orders to return. */
  references: { reference: string }[]
}

export type PartyKeys = {
  /** Whether records show the partner. Those of awards and their reversals do not. */
  showsPartner: boolean
}

/** What a call names whose record shows a member. */
export type ShownKeys = WalletKeys & DetailsKeys & PartyKeys

/** The state that the coin transactions of a batch read and change. */
export type CoinBatch = WalletBatch & DetailsState & PartyState & CoinState

export type PartyState = {
  /** The partner, for calls whose records show it. */
  party: PartnerParty | undefined
}

export type CoinState = {
  /** The transactions to refund, and those with a reference, by id. */
  transactions: Map<string, FoundTransaction>
  /** The users of awards and reversals that a refund names, by id. */
  unrefundable: ReadonlyMap<string, string>
  changes: { transactions: Keyed<CoinTransaction>[] }
}

export function addShownMember(keys: ShownKeys, member: MemberRef): void {
  addMember(keys, member)
  if ('userId' in member) keys.detailsUserIds.add(member.userId)
  else keys.detailsExternalIds.add(member.externalId)
  keys.showsPartner = true
}

type TransactionDetails = Omit<
  CoinTransaction,
  | 'id'
  | 'seq'
  | 'outcome'
  | 'balance'
  | 'points'
  | 'available'
  | 'parts'
  | 'settled'
  | 'createdAt'
  | keyof typeof NO_DETAILS
> &
  Partial<Pick<CoinTransaction, keyof typeof NO_DETAILS>>

/** What many transactions have not. */
export const NO_DETAILS = {
  remaining: null,
  returnId: null,
  originalId: null,
  holdId: null,
  expiresAt: null,
  lots: [] as LotPart[],
} satisfies Partial<CoinTransaction>

/** Records a decided transaction. `move` changes the wallet, unless there is a reason to refuse. */
export function recordTransaction(
  batch: CoinBatch,
  input: TransactionDetails,
  keyed: KeyedRequest | null,
  move: (transaction: CoinTransaction) => void,
): CallResult<CoinTransaction> {
  const transaction: CoinTransaction = {
    ...NO_DETAILS,
    ...input,
    id: newId(),
    seq: nextSeq(batch.ledger),
    outcome: input.reason ? 'refused' : 'moved',
    balance: 0n,
    points: 0n,
    available: null,
    settled: null,
    createdAt: batch.ledger.now,
  }
  if (!input.reason) move(transaction)
  const wallet = walletOf(batch, input.userId)
  const { balance, points } = wallet
  const parts = partsOfBalance(wallet)
  const available = parts.available === balance ? null : parts.available
  Object.assign(transaction, { balance, points, available, parts })
  batch.changes.transactions.push({ ...transaction, keyed })
  if (transaction.reference !== null)
    batch.transactions.set(transaction.id, { ...transaction, refundable: null })
  return { kind: 'decided', record: transaction, isReplay: false }
}

type Credit = Pick<CoinTransaction, 'id' | 'userId' | 'coins' | 'actor' | 'settled'>

/**
 * Follows every credit to a wallet, and every end of a hold that gives coins back: takes what the member owes, as far as
 * these coins go.
 */
export function settleArrears(batch: CoinBatch, credit: Credit, pieces: readonly Piece[]): void {
  const { id, userId, actor } = credit
  const credited = pieces.reduce((sum, { coins }) => sum + coins, 0n)
  const { owed } = walletOf(batch, userId)
  if (owed === 0n) return
  const coins = owed < credited ? owed : credited
  if (coins === 0n) return
  credit.settled = coins
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
  recordTransaction(batch, settlement, null, () => {
    settleCoins(batch, { userId, coins })
    takeFrom(walletOf(batch, userId), pieces, coins)
  })
}

/** The user and the partner as the response shows them. */
export function partiesOf(
  batch: CoinBatch,
  { userId, account }: { userId: string; account: string },
): Parties {
  const details = batch.shownDetails.get(userId)
  assert(details, `user ${userId} has no details in this batch`)
  assert(batch.party, 'the partner has no details in this batch')
  const { fullname, email, tag } = details
  return {
    user: { fullname, email, tag, walletId: walletOf(batch, userId).id },
    partner: { ...batch.party, accountId: account },
  }
}
