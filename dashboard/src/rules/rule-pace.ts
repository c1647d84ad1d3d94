import { coinsOf, hundredthsOf } from '../format/coins.ts'

/** Coins of one day, as the results of a rule have them. */
type PaidDay = { date: string; coins: string; reversed: string }

/** A version of a rule, and the day on which it came into force. */
type VersionDay = { version: number; date: string }

/** Coins a day, before a version and with it; null where there was no whole day. */
export type PaceChange = { before: string | null; after: string | null }

/**
 * The coins a day on both sides of each version. A side reaches to the next version. The day of a change is of
 * neither side, and today is not over, so both are left out.
 */
export function paceChanges(
  days: readonly PaidDay[],
  versions: readonly VersionDay[],
  today: string,
): Map<number, PaceChange> {
  const changed = new Set(versions.map(({ date }) => date))
  const whole = days.filter(({ date }) => !changed.has(date) && date < today)
  const dates = [...changed].toSorted()
  return new Map(
    versions.map(({ version, date }) => {
      const at = dates.indexOf(date)
      const [from, to] = [dates[at - 1] ?? '', dates[at + 1] ?? '9']
      return [
        version,
        {
          before: coinsPerDay(whole.filter((day) => day.date > from && day.date < date)),
          after: coinsPerDay(whole.filter((day) => day.date > date && day.date < to)),
        },
      ]
    }),
  )
}

/** The coins that wallets kept of the last whole days and of today, for the pace of a budget. */
export function keptLately(days: readonly PaidDay[], count: number): { coins: string; days: number } {
  const latest = days.slice(-count)
  return { coins: coinsOf(latest.reduce((sum, day) => sum + keptOf(day), 0n)), days: latest.length }
}

const amountOf = (coins: string): bigint => hundredthsOf(coins) ?? 0n

const keptOf = ({ coins, reversed }: PaidDay): bigint => amountOf(coins) - amountOf(reversed)

function coinsPerDay(days: readonly PaidDay[]): string | null {
  if (days.length === 0) return null
  const sum = days.reduce((total, { coins }) => total + amountOf(coins), 0n)
  return coinsOf(sum / BigInt(days.length))
}
