import type { Actor } from '../http/credential.ts'
import type { CallResult, KeyedRequest } from '../idempotency/idempotency-key.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Parties } from './transaction.ts'

export type TransferRequest = {
  userId: string
  coins: Coins
  narration: string | null
  partner: { name: string; email: string }
}

/** A decided transfer from a user's wallet to the partner. */
export type Transfer = {
  id: string
  userId: string
  coins: Coins
  narration: string | null
  outcome: 'moved' | 'refused'
  reason: 'insufficient_coins' | null
  /** Of the wallet at the time of the decision. */
  balance: Coins
  /** Names and addresses at the time of the decision. */
  parties: Parties
  seq: bigint | null
  createdAt: Date
}

export type TransferCoins = (
  actor: Actor,
  request: TransferRequest,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Transfer>>
