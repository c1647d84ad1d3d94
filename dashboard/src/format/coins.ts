import { currentSession } from '../api/session.ts'

/** "1234567.5" becomes "1,234,567.5", without rounding. */
export function coinText(amount: string | number): string {
  const [whole = '0', part] = String(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}

const COUNT = new Intl.NumberFormat('en')

export const countText = (count: number): string => COUNT.format(count)

/** "1 user", "3 users". */
export const counted = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

const POINTS = { one: 'point', many: 'points' }
const COINS = { one: 'coin', many: 'coins' }

/** The partner's name of coins. */
export const coinName = (): { one: string; many: string } => currentSession()?.partner.coinName ?? COINS

/** "Coins" for "coins": a word at the beginning of a label. */
export const titled = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase())

/** "Coins", in the partner's name of them. */
export const coinsTitle = (): string => titled(coinName().many)

/** "1 coin", "2.5 coins", in the partner's name of coins. */
export function coinsText(coins: string | number, unit: 'coin' | 'point' = 'coin'): string {
  const { one, many } = unit === 'coin' ? coinName() : POINTS
  return `${coinText(coins)} ${String(coins) === '1' ? one : many}`
}

/** "+25" when coins enter a wallet, "−25" when they leave it. */
export const signedText = (coins: string | number, isCredit: boolean): string =>
  `${isCredit ? '+' : '−'}${coinText(coins)}`

/** "+25" for "25", "−25" for "-25", and "0". */
export const netText = (coins: string): string =>
  coins === '0' ? '0' : signedText(coins.replace('-', ''), !coins.startsWith('-'))

const CHANGE_PERCENT_MAX = 999

/** "+6 %" from one amount to another; null when there is nothing to compare with. */
export function changeText(before: string | number, now: string | number): string | null {
  const [from, to] = [Number(before), Number(now)]
  if (from === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return null
  const percent = Math.round(((to - from) / Math.abs(from)) * 100)
  if (percent === 0) return '±0 %'
  const digits = countText(Math.min(Math.abs(percent), CHANGE_PERCENT_MAX))
  const isBeyond = Math.abs(percent) > CHANGE_PERCENT_MAX
  return `${isBeyond ? '> ' : ''}${percent > 0 ? '+' : '−'}${digits} %`
}

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ORDER = new Intl.PluralRules('en', { type: 'ordinal' })

/** "1st", "22nd". */
export const ordinal = (position: number): string =>
  `${countText(position)}${ENDINGS[ORDER.select(position)]}`

/** Parses an amount into hundredths; null when it is not a positive amount. */
export function hundredthsOf(text: string): bigint | null {
  const [, whole = '', part = ''] = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === '') return null
  const amount = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return amount > 0n ? amount : null
}

/** Formats hundredths as the API does: "10", "2.5". */
export function coinsOf(hundredths: bigint): string {
  const sign = hundredths < 0n ? '-' : ''
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  const part = digits.slice(-2).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -2)}${part && `.${part}`}`
}
