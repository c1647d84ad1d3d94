import type { Coins } from '../ledger/coin.ts'

export type ReversalReason = 'not_paid' | 'already_reversed' | 'insufficient_coins'

/** Why an award cannot be reversed; null when it can. */
export function refuseReversal(
  award: { outcome: 'paid' | 'counted' | 'refused'; isReversed: boolean; coins: Coins },
  wallet: { balance: Coins },
): ReversalReason | null {
  if (award.outcome !== 'paid') return 'not_paid'
  if (award.isReversed) return 'already_reversed'
  return wallet.balance < award.coins ? 'insufficient_coins' : null
}
