import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'
import type { Hold } from '../lots/hold.ts'

export const HOLD_SECONDS_MIN = 60
export const HOLD_SECONDS_MAX = 604_800
export const HOLD_SECONDS_DEFAULT = 900

/** How many active holds a member can have. */
export const HOLDS_MAX = 100

/** The latest end of a hold. */
export const lastEndOf = ({ createdAt }: Pick<Hold, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + HOLD_SECONDS_MAX * 1_000)

export type HoldRequest = Labels & {
  member: MemberRef
  coins: Coins
  /** Seconds. */
  expiresIn: number
  narration: string | null
}

export type ExtensionRequest = { holdId: string; expiresIn: number }

/** Null captures all coins. */
export type CaptureRequest = { holdId: string; coins: Coins | null }

export type ReleaseRequest = { holdId: string }
