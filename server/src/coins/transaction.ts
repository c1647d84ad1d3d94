import type { Coins } from '../ledger/coin.ts'

/** Why coins moved: an award was paid, the user gave some back, or an award was taken back. */
export type TransactionKind = 'award' | 'transfer' | 'reversal'

/** Who gave and who got the coins. */
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
  /** When the award was taken back, if it was. */
  reversedAt: Date | null
}
