import { coinsOf, coinsText, counted, hundredthsOf } from '../format/coins.ts'
import type { RuleDraft } from './rule-text.ts'

/** The payments of a rule yesterday; of a busy rule, its latest ones. */
export type YesterdaysPayments = { payments: { coins: string; units: string | null }[]; isAll: boolean }

type Terms = Pick<RuleDraft, 'coinValue' | 'perUnit' | 'maxCoinsPerAward'>

const MILLION = 1_000_000n

/** What yesterday's payments would cost with these terms; null while the form cannot say. */
export function yesterdayText({ payments, isAll }: YesterdaysPayments, terms: Terms): string | null {
  if (payments.length === 0) return 'It paid nothing yesterday, so a day like that would cost nothing.'
  const costs = payments.map(({ units }) => costOf(terms, units))
  if (costs.some((cost) => cost === null)) return null
  const before = payments.reduce((sum, { coins }) => sum + (hundredthsOf(coins) ?? 0n), 0n)
  const after = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n)
  const times = `${isAll ? '' : 'at least '}${counted(payments.length, 'time')}`
  const spent = coinsText(coinsOf(before))
  return after === before
    ? `Yesterday it paid ${times}: ${spent}. The same payments would cost the same.`
    : `Yesterday it paid ${times}: ${spent}. The same payments would cost ${coinsText(coinsOf(after))}.`
}

function costOf({ coinValue, perUnit, maxCoinsPerAward }: Terms, units: string | null): bigint | null {
  const coins = hundredthsOf(coinValue)
  if (coins === null || !perUnit) return coins
  const millionths = units === null ? null : millionthsOf(units)
  if (millionths === null) return null
  const cost = (coins * millionths) / MILLION
  const most = hundredthsOf(maxCoinsPerAward)
  return most !== null && cost > most ? most : cost
}

function millionthsOf(units: string): bigint | null {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(units) ?? []
  return whole === '' ? null : BigInt(whole) * MILLION + BigInt(part.padEnd(6, '0'))
}
