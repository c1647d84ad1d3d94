import { hash } from 'node:crypto'
import type { Coins } from '../ledger/coin.ts'

/** Coins of a wallet that expire, or that cannot be spent yet. Credits with the same moments share a lot. */
export type Lot = {
  id: string
  expiresAt: Date | null
  /** Null for coins that could be spent at once. */
  availableAt: Date | null
  /** The lot whose coins a refund brought back when they had expired, or nearly. */
  parentId: string | null
  /** What is left in it. What is held has left it. */
  coins: Coins
  /** What expired out of it, and what reversals took of that. */
  expired: Coins
  revoked: Coins
  isPending: boolean
  /** When to tell the member that it will expire; null once that was told, or if it never is. */
  noticeAt: Date | null
  /** What a save has to do: nothing, write what the lot has, add what it has to a lot that was not read, or delete it. */
  save: 'none' | 'update' | 'add' | 'delete'
}

/** Coins that a lot gave. */
export type LotPart = { lotId: string; coins: Coins }

/** When coins can be spent, and when they expire; null for at once, and never. */
export type Moments = { availableAt: Date | null; expiresAt: Date | null }

export const isInTime = ({ availableAt, expiresAt }: Moments): boolean =>
  availableAt !== null || expiresAt !== null

/** The id of the lot that credits with these moments share, known without a read. */
export function lotIdOf(userId: string, { availableAt, expiresAt }: Moments): string {
  const digest = hash('sha256', `${userId} ${availableAt?.getTime() ?? ''} ${expiresAt?.getTime() ?? ''}`)
  const part = (from: number, to: number) => digest.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}

/** When something of a lot is due. */
export function lotDueAt({ isPending, availableAt, noticeAt, expiresAt }: Lot): Date | null {
  if (isPending) return availableAt
  return noticeAt ?? expiresAt
}

export const earlier = (left: Date | null, right: Date | null): Date | null => {
  if (left === null || right === null) return left ?? right
  return left <= right ? left : right
}

/** The order in which coins are spent: those that expire first, then those that could be spent earlier. */
export const byExpiry = (left: Lot, right: Lot): number =>
  compareTimes(left.expiresAt, right.expiresAt, Number.POSITIVE_INFINITY) ||
  compareTimes(left.availableAt, right.availableAt, Number.NEGATIVE_INFINITY) ||
  Number(left.parentId !== null) - Number(right.parentId !== null) ||
  (left.id < right.id ? -1 : 1)

/** The order in which pending coins are taken by a reversal: those that could be spent first. */
export const byAvailability = (left: Lot, right: Lot): number =>
  compareTimes(left.availableAt, right.availableAt, Number.NEGATIVE_INFINITY) || byExpiry(left, right)

function compareTimes(left: Date | null, right: Date | null, none: number): number {
  const [first, second] = [left?.getTime() ?? none, right?.getTime() ?? none]
  if (first === second) return 0
  return first < second ? -1 : 1
}
