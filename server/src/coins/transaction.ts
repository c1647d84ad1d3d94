import type { Coins } from '../ledger/coin.ts'

export type TransactionKind = 'award' | 'transfer' | 'reversal'

export type Parties = {
  user: { fullname: string; email: string; tag: string; walletId: string }
  partner: { name: string; email: string; accountId: string }
}

/** Coins that moved between a user's wallet and an account of the partner. */
export type Transaction = {
  kind: TransactionKind
  id: string
  userId: string
  coins: Coins
  narration: string
  parties: Parties
  createdAt: Date
  /** Of an award: when it was reversed. */
  reversedAt: Date | null
}
