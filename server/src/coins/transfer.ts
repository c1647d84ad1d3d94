import type { Coins } from '../ledger/coin.ts'

export type TransferRequest = { userId: string; coins: Coins; narration: string | null }

/** A decided transfer from a user's wallet to the partner. */
export type Transfer = TransferRequest & {
  id: string
  outcome: 'moved' | 'refused'
  reason: 'insufficient_coins' | null
  /** What the wallet held when it was decided. */
  balance: Coins
  eventNo: bigint | null
  walletId: string
  returnsAccount: string
  createdAt: Date
}

/** A transfer from someone who is no member is no decision. */
export type TransferResult = Transfer | { outcome: 'unknown' }

export type TransferCoins = (partnerId: string, request: TransferRequest) => Promise<TransferResult>
