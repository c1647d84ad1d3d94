import { Temporal } from 'temporal-polyfill'
import type { Coins } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { endOfDay } from '../lots/expiry.ts'
import type { Moments } from '../lots/lot.ts'
import { creditWallet, NO_MOMENTS } from '../lots/moments.ts'
import { emptyWallet, type Wallet } from '../wallets/wallet.ts'
import { EXPIRY_YEARS_MAX } from './import-line.ts'

/** Says what is wrong with the last day of coins. Checked when a line is worked off, as days pass while it waits. */
export function findExpiryProblem(
  { now, timeZone }: Pick<Ledger, 'now' | 'timeZone'>,
  expiresOn: string,
): string | undefined {
  const today = dayIn(timeZone, now)
  const last = Temporal.PlainDate.from(today).add({ years: EXPIRY_YEARS_MAX }).toString()
  if (expiresOn > today && expiresOn <= last) return undefined
  return `expiresOn must be a day after ${today} (today, in ${timeZone}) and not after ${last}; leave it empty for coins that never expire.`
}

/** The wallet of a member who is imported with coins, with the lot that they are in. */
export function openWallet(
  ledger: Ledger,
  { userId, coins, expiresOn }: { userId: string; coins: Coins; expiresOn: string | null },
): Wallet {
  const wallet = emptyWallet(userId)
  if (coins > 0n) creditWallet(ledger, wallet, coins, momentsOf(expiresOn, ledger.timeZone))
  return wallet
}

const momentsOf = (expiresOn: string | null, timeZone: string): Moments =>
  expiresOn === null ? NO_MOMENTS : { availableAt: null, expiresAt: endOfDay(expiresOn, timeZone) }
