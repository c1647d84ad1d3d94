/** An exact amount of coins with its thousands apart: "1234567.5" becomes "1,234,567.5". */
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
