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
