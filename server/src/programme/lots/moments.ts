import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { newId } from '../../storage/database/ids.ts'
import type { Coins } from '../ledger/coin.ts'
import type { RuleExpiry } from '../ledger/coin-expiry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { availableAt, endOfDayAfter, expiresAt } from './expiry.ts'
import type { Lot, LotPart, Moments } from './lot.ts'
import type { TimedWallet } from './timed-wallet.ts'
import {
  creditLot,
  giveBack,
  hasRoomAgain,
  newLot,
  type Piece,
  partsBetween,
  type Taken,
} from './wallet-lots.ts'

/** Of coins that can be spent at once and never expire. */
export const NO_MOMENTS: Moments = { availableAt: null, expiresAt: null }

/** What a rule says about its coins. */
type RuleMoments = { pendingDays: number; coinExpiry: RuleExpiry }

/** When the coins of a credit can be spent, and when they expire: as the rule says, or else the partner. */
export function momentsOf(ledger: Ledger, rule: RuleMoments | null): Moments {
  const { now, timeZone } = ledger
  const expiry = rule?.coinExpiry ?? ledger.coinExpiry
  const isPending = rule !== null && rule.pendingDays > 0
  if (!isPending && (expiry === null || expiry === 'never')) return NO_MOMENTS
  const from = isPending ? availableAt(now, rule.pendingDays, timeZone) : null
  return {
    availableAt: from,
    expiresAt: expiry === null || expiry === 'never' ? null : expiresAt(expiry, from ?? now, timeZone),
  }
}

/** Puts the coins of a credit where their moments say. */
export const creditWallet = (ledger: Ledger, wallet: TimedWallet, coins: Coins, moments: Moments): Piece =>
  creditLot(wallet, coins, moments, (lot) => noticeAt(ledger, lot))

const noticeTimes = new LRUCache<string, Date>({ max: 1_000 })

/** When a member is told that coins will expire; null for coins that live no longer than the notice. */
function noticeAt(
  { now, timeZone, expiryNoticeDays }: Ledger,
  { availableAt, expiresAt }: Moments & { expiresAt: Date },
): Date | null {
  const key = `${timeZone} ${expiryNoticeDays} ${expiresAt.getTime()}`
  const at =
    noticeTimes.get(key) ??
    new Date(
      Temporal.Instant.fromEpochMilliseconds(expiresAt.getTime())
        .toZonedDateTimeISO(timeZone)
        .subtract({ days: expiryNoticeDays }).epochMilliseconds,
    )
  noticeTimes.set(key, at)
  return at > (availableAt ?? now) ? at : null
}

/** Coins that come back within this time before they expire, or after it, get as many days from now. */
const REFUND_DAYS = 30

/** A transfer with what is left to refund; null when nothing of it was refunded. */
type Refunded = { coins: Coins; refundable: Coins | null; lots: readonly LotPart[] }

/** What a refund of so many coins gives back. */
const refundedOf = ({ coins: transferred, refundable, lots }: Refunded, coins: Coins): Taken => {
  const left = refundable ?? transferred
  return partsBetween(lots, left - coins, left)
}

const endOfRefunded = ({ now, timeZone }: Ledger): Date => endOfDayAfter(now, REFUND_DAYS, timeZone)

/** Whether coins that come back into a lot get more time, once. */
const isExtended = ({ parentId, expiresAt }: Lot, until: Date): boolean =>
  parentId === null && expiresAt !== null && expiresAt < until

/** Whether a wallet can have the lots that a refund opens. */
export function hasRoomForRefund(
  ledger: Ledger,
  wallet: TimedWallet,
  transfer: Refunded,
  coins: Coins,
): boolean {
  const until = endOfRefunded(ledger)
  return hasRoomAgain(wallet, refundedOf(transfer, coins), (lot) => isExtended(lot, until))
}

/** Gives refunded coins back to where they came from, the last taken first. */
export function refundLots(ledger: Ledger, wallet: TimedWallet, transfer: Refunded, coins: Coins): Piece[] {
  const expiresAt = endOfRefunded(ledger)
  return giveBack(wallet, refundedOf(transfer, coins), (lot) => {
    if (!isExtended(lot, expiresAt)) return lot
    const late: Lot = {
      ...newLot(newId()),
      parentId: lot.id,
      expiresAt,
      noticeAt: noticeAt(ledger, { availableAt: null, expiresAt }),
      save: 'add',
    }
    return late
  })
}
