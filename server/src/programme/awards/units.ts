import type { Coins } from '../ledger/coin.ts'
import type { Rule } from '../rules/rule.ts'

/** What a rule pays for, such as euros, in millionths. */
export type Units = bigint

const MILLION = 1_000_000n
const UNITS_MAX: Units = 1_000_000_000n * MILLION
const AMOUNT = /^(\d{1,10})(?:\.(\d{1,6}))?$/

/** Completes the sentence "<field> must …". */
export const UNITS_NEEDED =
  'be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99"'

/** Parses an amount of units; undefined if the value is not one. */
export function parseUnits(value: string | number): Units | undefined {
  const match = AMOUNT.exec(String(value))
  if (!match) return undefined
  const units = BigInt(match[1] as string) * MILLION + BigInt((match[2] ?? '').padEnd(6, '0'))
  return units > 0n && units <= UNITS_MAX ? units : undefined
}

/** The canonical decimal: "10", "19.99". */
export function formatUnits(units: Units): string {
  const digits = units.toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${decimals && '.'}${decimals}`
}

type Priced = Pick<Rule, 'coins' | 'perUnit' | 'coinsPerAwardMax'>

/** The coins of one payment, rounded down to hundredths. */
export function coinsFor({ coins, perUnit, coinsPerAwardMax }: Priced, units: Units | null): Coins {
  if (!perUnit || units === null) return coins
  const amount = (coins * units) / MILLION
  return coinsPerAwardMax !== null && amount > coinsPerAwardMax ? coinsPerAwardMax : amount
}
