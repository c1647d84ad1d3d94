import type { Coins } from '../ledger/coin.ts'

/** What to do when fewer coins can be taken out of the wallet than are taken back. */
export const SHORTFALLS = ['refuse', 'available', 'owe'] as const
export type Shortfall = (typeof SHORTFALLS)[number]

export type ReversalReason =
  | 'not_paid'
  | 'already_reversed'
  | 'completion_used'
  | 'reversal_exceeds'
  | 'insufficient_coins'

/** How a reversed amount is split: what the wallet gives, what had expired, what stays owed, and what is written off. */
export type ReversedCoins = {
  coins: Coins
  taken: Coins
  /** Coins that had expired. */
  fromExpired: Coins
  owed: Coins
  writtenOff: Coins
}

/** An award with what is left to reverse; null when nothing of it was reversed. */
export type ReversibleAward = {
  outcome: 'paid' | 'counted' | 'refused'
  coins: Coins
  seq: bigint
  remaining: Coins | null
  /** Whether something of it is written off. */
  hasWriteOff: boolean
}

/**
 * Why an award, or `coins` of it, cannot be reversed; undefined when it can. `coins` null stands for all that
 * is left.
 */
export function refuseReversal(
  award: ReversibleAward,
  { coins, shortfall }: { coins: Coins | null; shortfall: Shortfall },
  state: { paidSeq: bigint | null; reachable: (coins: Coins) => Coins },
): ReversalReason | undefined {
  if (award.outcome === 'refused') return 'not_paid'
  if (award.remaining === 0n) return 'already_reversed'
  if (coins !== null && coins > leftOf(award)) return 'reversal_exceeds'
  if (award.outcome === 'counted')
    return state.paidSeq !== null && state.paidSeq > award.seq ? 'completion_used' : undefined
  const amount = coins ?? leftOf(award)
  return shortfall === 'refuse' && state.reachable(amount) < amount ? 'insufficient_coins' : undefined
}

export const leftOf = ({ remaining, coins }: ReversibleAward): Coins => remaining ?? coins

/**
 * Whether nothing of an award counts any more, so that the user's count and the participant slot return. They
 * stay when a part was written off: otherwise spending the coins first would lift every limit.
 */
export const isTakenBack = ({ remaining, hasWriteOff }: ReversibleAward): boolean =>
  remaining === 0n && !hasWriteOff

/** What a wallet can give of an amount that is taken back. */
type Reached = { taken: Coins; fromExpired: Coins }

/** Splits an amount that is taken back from a wallet. What is held settles when its hold ends. */
export function splitReversal(
  coins: Coins,
  shortfall: Shortfall,
  { taken, fromExpired }: Reached,
  { held, owed }: { held: Coins; owed: Coins },
): ReversedCoins {
  const missing = coins - taken - fromExpired
  const settles = held > owed ? held - owed : 0n
  const owes = shortfall === 'owe' || missing < settles ? missing : settles
  return { coins, taken, fromExpired, owed: owes, writtenOff: missing - owes }
}
