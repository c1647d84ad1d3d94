import assert from 'node:assert/strict'
import type { Coins } from '../ledger/coin.ts'
import {
  byAvailability,
  byExpiry,
  earlier,
  isInTime,
  type Lot,
  type LotPart,
  lotDueAt,
  lotIdOf,
  type Moments,
} from './lot.ts'
import { LOTS_MAX, type TimedWallet } from './timed-wallet.ts'

// These change the lots of a wallet and what is pending in it. Its balance and what is held are changed by the callers.

/** What a wallet can spend. */
export const availableOf = ({ balance, held, pending }: TimedWallet): Coins => balance - held - pending

/** Coins of a wallet, of a lot or of none. */
export type Piece = { lot: Lot | null; coins: Coins }

const sumOf = (pieces: readonly { coins: Coins }[]): Coins =>
  pieces.reduce((sum, { coins }) => sum + coins, 0n)
const least = (left: Coins, right: Coins): Coins => (left < right ? left : right)

/** Coins in the balance that are in no lot and not held. All lots of the wallet must be read. */
const looseOf = ({ balance, held, lots }: TimedWallet): Coins => balance - held - sumOf([...lots.values()])

/** Whether a wallet takes new coins of these moments. */
export const hasRoomFor = (wallet: TimedWallet, moments: Moments): boolean =>
  wallet.openLots < LOTS_MAX || !isInTime(moments) || isOpen(wallet.lots.get(lotIdOf(wallet.userId, moments)))

const isOpen = (lot: Lot | undefined): boolean => lot !== undefined && lot.coins > 0n

/** Puts new coins into the lot of their moments. */
export function creditLot(
  wallet: TimedWallet,
  coins: Coins,
  moments: Moments,
  noticeAt: (lot: Moments & { expiresAt: Date }) => Date | null,
): Piece {
  if (!isInTime(moments)) return { lot: null, coins }
  const { availableAt, expiresAt } = moments
  const id = lotIdOf(wallet.userId, moments)
  const known = wallet.lots.get(id)
  const lot: Lot = known ?? {
    ...newLot(id),
    availableAt,
    expiresAt,
    isPending: availableAt !== null,
    noticeAt: expiresAt && noticeAt({ availableAt, expiresAt }),
    save: 'add',
  }
  // Coins that enter an empty lot after the time to tell of it live no longer than the notice.
  if (lot.coins === 0n && lot.noticeAt && expiresAt) lot.noticeAt = noticeAt({ availableAt, expiresAt })
  wallet.lots.set(id, lot)
  changeLot(wallet, lot, coins)
  return { lot, coins }
}

export const newLot = (id: string): Lot => ({
  id,
  expiresAt: null,
  availableAt: null,
  parentId: null,
  coins: 0n,
  expired: 0n,
  revoked: 0n,
  isPending: false,
  noticeAt: null,
  save: 'none',
})

function changeLot(wallet: TimedWallet, lot: Lot, change: Coins): void {
  if (lot.coins === 0n && change > 0n) sortedLots.delete(wallet)
  const wasOpen = lot.coins > 0n
  lot.coins += change
  wallet.openLots += Number(lot.coins > 0n) - Number(wasOpen)
  assert(lot.coins >= 0n, `lot ${lot.id} has too few coins`)
  if (lot.isPending) wallet.pending += change
  touchLot(wallet, lot)
  if (change > 0n) wallet.nextDueAt = earlier(wallet.nextDueAt, lotDueAt(lot))
}

/** Has a lot saved. */
export function touchLot(wallet: TimedWallet, lot: Lot): void {
  if (lot.save === 'none') lot.save = 'update'
  wallet.isTimed = true
}

/** Takes coins that can be spent: those that expire first, at last those without a lot. */
export function takeAvailable(wallet: TimedWallet, coins: Coins): LotPart[] {
  assert(wallet.areLotsRead, `the lots of user ${wallet.userId} were not read`)
  const pieces = planTake(availableLots(wallet), coins)
  for (const { lot, coins } of pieces) changeLot(wallet, lot, -coins)
  return pieces.map(({ lot, coins }) => ({ lotId: lot.id, coins }))
}

/** How many lots these coins would be taken from. */
export const countTaken = (wallet: TimedWallet, coins: Coins): number =>
  planTake(availableLots(wallet), coins).length

/** Sorted once for many calls, until another lot has coins that can be spent. */
const sortedLots = new WeakMap<TimedWallet, Lot[]>()

function availableLots(wallet: TimedWallet): Lot[] {
  const known = sortedLots.get(wallet)
  if (known) return known
  const sorted = [...wallet.lots.values()]
    .filter(({ isPending, coins }) => !isPending && coins > 0n)
    .sort(byExpiry)
  sortedLots.set(wallet, sorted)
  return sorted
}

/** Takes up to so many coins from lots, in their order. */
function planTake(lots: readonly Lot[], coins: Coins): { lot: Lot; coins: Coins }[] {
  const pieces: { lot: Lot; coins: Coins }[] = []
  let missing = coins
  for (const lot of lots) {
    if (missing === 0n) break
    const taken = least(missing, lot.coins)
    if (taken > 0n) pieces.push({ lot, coins: taken })
    missing -= taken
  }
  return pieces
}

/** The coins from one position to another among those that were taken: of the lots in their order, then of none. */
export function partsBetween(
  parts: readonly LotPart[],
  from: Coins,
  to: Coins,
): { parts: LotPart[]; loose: Coins } {
  const between: LotPart[] = []
  let start = 0n
  for (const { lotId, coins } of parts) {
    const end = start + coins
    const [first, last] = [start > from ? start : from, end < to ? end : to]
    if (first < last) between.push({ lotId, coins: last - first })
    start = end
  }
  return { parts: between, loose: to - from - sumOf(between) }
}

/** Coins that were taken: those of lots, and the others. */
export type Taken = { parts: readonly LotPart[]; loose: Coins }

const lotNamed = (wallet: TimedWallet, lotId: string): Lot => {
  const lot = wallet.lots.get(lotId)
  assert(lot, `lot ${lotId} was not read`)
  return lot
}

/** Whether a wallet can have the lots that get coins again. `isSplit` says whose coins get a lot of their own. */
export function hasRoomAgain(wallet: TimedWallet, { parts }: Taken, isSplit: (lot: Lot) => boolean): boolean {
  const opened = parts.filter(({ lotId }) => {
    const lot = lotNamed(wallet, lotId)
    return isSplit(lot) || !isOpen(lot)
  })
  return opened.length === 0 || wallet.openLots + opened.length <= LOTS_MAX
}

/** Puts coins back where they came from. */
export function giveBack(
  wallet: TimedWallet,
  { parts, loose }: Taken,
  lotFor: (lot: Lot) => Lot = (lot) => lot,
): Piece[] {
  const pieces: Piece[] = parts.map(({ lotId, coins }) => {
    const lot = lotFor(lotNamed(wallet, lotId))
    wallet.lots.set(lot.id, lot)
    changeLot(wallet, lot, coins)
    return { lot, coins }
  })
  return loose > 0n ? [...pieces, { lot: null, coins: loose }] : pieces
}

/** Takes coins out of those that a call brought, in the order of spending. */
export function takeFrom(wallet: TimedWallet, pieces: readonly Piece[], coins: Coins): void {
  let missing = coins
  const inOrder = pieces.toSorted((left, right) => {
    if (left.lot === null || right.lot === null) return Number(left.lot === null) - Number(right.lot === null)
    return byExpiry(left.lot, right.lot)
  })
  for (const { lot, coins } of inOrder) {
    const taken = least(missing, coins)
    if (lot && taken > 0n) changeLot(wallet, lot, -taken)
    missing -= taken
  }
}

/** What a reversal can take of a wallet. */
export type Revocation = {
  pieces: { lot: Lot; coins: Coins }[]
  loose: Coins
  /** Coins that had expired. */
  expired: { lot: Lot; coins: Coins }[]
  /** The sum of pieces and loose coins, and that of expired ones. */
  taken: Coins
  fromExpired: Coins
}

/**
 * Finds up to so many coins that a reversal takes: what is left of the award's own, then what expired of them, then what
 * can be spent, then what is pending. What is held is never taken.
 */
export function planRevocation(wallet: TimedWallet, lotId: string | null, coins: Coins): Revocation {
  const lots = [...wallet.lots.values()]
  const own =
    lotId === null ? [] : lots.filter(({ id, parentId }) => id === lotId || parentId === lotId).sort(byExpiry)
  const isOwn = new Set(own)
  let missing = coins
  const takeLots = (from: readonly Lot[]) => {
    const taken = planTake(from, missing)
    missing -= sumOf(taken)
    return taken
  }
  const takeOthers = (inOrder: () => Lot[]) =>
    missing > 0n ? takeLots(inOrder().filter((lot) => !isOwn.has(lot))) : []
  let left = looseOf(wallet)
  const takeLoose = () => {
    const taken = least(missing, left)
    missing -= taken
    left -= taken
    return taken
  }
  const ownPieces = takeLots(own)
  const ownLoose = own.length === 0 ? takeLoose() : 0n
  const expired = own.flatMap((lot) => {
    const taken = least(missing, lot.expired - lot.revoked)
    missing -= taken
    return taken > 0n ? [{ lot, coins: taken }] : []
  })
  const spendable = takeOthers(() => availableLots(wallet))
  const loose = ownLoose + takeLoose()
  const pending = takeOthers(() => lots.filter(({ isPending }) => isPending).sort(byAvailability))
  const pieces = [...ownPieces, ...spendable, ...pending]
  return { pieces, loose, expired, taken: sumOf(pieces) + loose, fromExpired: sumOf(expired) }
}

/** Takes what a reversal found out of the lots. */
export function carryOutRevocation(wallet: TimedWallet, { pieces, expired }: Revocation): void {
  for (const { lot, coins } of pieces) changeLot(wallet, lot, -coins)
  for (const { lot, coins } of expired) {
    lot.revoked += coins
    touchLot(wallet, lot)
  }
}

/** Takes the expired coins of a lot. */
export function expireLot(wallet: TimedWallet, lot: Lot): Coins {
  const { coins } = lot
  changeLot(wallet, lot, -coins)
  lot.expired += coins
  return coins
}

/** Lets the coins of a pending lot be spent. Those that never expire need no lot any more. */
export function releaseLot(wallet: TimedWallet, lot: Lot): void {
  wallet.pending -= lot.coins
  lot.isPending = false
  sortedLots.delete(wallet)
  touchLot(wallet, lot)
  if (lot.expiresAt !== null) return
  lot.save = 'delete'
  if (lot.coins > 0n) wallet.openLots -= 1
  wallet.lots.delete(lot.id)
  wallet.droppedLots.push(lot)
}

/** A copy that can be changed apart, to look ahead. */
export const copyWallet = <Copied extends TimedWallet>(wallet: Copied): Copied => ({
  ...wallet,
  lots: new Map(Array.from(wallet.lots, ([id, lot]) => [id, { ...lot }])),
  droppedLots: [...wallet.droppedLots],
})
