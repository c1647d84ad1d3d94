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

/** "1 coin", "2.5 coins". */
export const coinsText = (coins: string | number, noun = 'coin'): string =>
  `${coinText(coins)} ${noun}${String(coins) === '1' ? '' : 's'}`

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
