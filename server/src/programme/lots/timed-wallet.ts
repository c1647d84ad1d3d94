import type { Coins } from '../ledger/coin.ts'
import type { Lot } from './lot.ts'

/** What a wallet has of coins in time. */
export type TimedWallet = {
  userId: string
  balance: Coins
  /** Of the balance: what a checkout holds, and what cannot be spent yet. */
  held: Coins
  pending: Coins
  /** Coins that expired, less those that reversals took of them. */
  expired: Coins
  /** When something is due at the earliest; null for never. */
  nextDueAt: Date | null
  /** Its lots by id: those with coins, and those that calls name. Without `areLotsRead`, what this batch adds to them. */
  lots: Map<string, Lot>
  /** How many of its lots have coins, or more: an award into a lot that was not read counts it again. */
  openLots: number
  areLotsRead: boolean
  /** Lots to delete. */
  droppedLots: Lot[]
  /** Whether it has anything of that. */
  isTimed: boolean
}

/**
 * How many lots with coins a wallet can have: more than the days of ten years. A call that takes coins of it
 * reads them all. Holds that end can bring back as many again.
 */
export const LOTS_MAX = 4_000

/** Whether its lots are to be counted before a call: the calls of one batch make fewer new ones than are left then. */
export const mayBeFull = ({ openLots }: Pick<TimedWallet, 'openLots'>): boolean => openLots >= LOTS_MAX / 2

export const isDue = ({ nextDueAt }: Pick<TimedWallet, 'nextDueAt'>, now: Date): boolean =>
  nextDueAt !== null && nextDueAt <= now
