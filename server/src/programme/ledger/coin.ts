/** An amount in hundredths of a coin. The service never uses a float for it. */
export type Coins = bigint

export const COINS_MAX: Coins = 1_000_000_000_00n
/** The limit of a wallet or a score. */
export const BALANCE_MAX: Coins = 70_000_000_000_000_00n

/** Completes the sentence "<field> must …". */
export const COIN_AMOUNT_NEEDED =
  'be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5"'

/** Parses an amount; undefined if the value is not one. */
export const parseCoins = (value: string | number, max: Coins = COINS_MAX): Coins | undefined =>
  parseDecimal(value, 2, max)

/** Completes the sentence "<field> must …". */
export const COIN_CHANGE_NEEDED =
  'be a coin amount up to 1000000000 to add, or from -1000000000 to take, with at most 2 decimals, such as "10" or "-2.5"'

/** Parses an amount to add, or to take when it is negative; undefined if the value is not one. */
export function parseCoinChange(value: string | number): Coins | undefined {
  const text = String(value)
  const coins = parseCoins(text.replace(/^-/, ''))
  return coins !== undefined && text.startsWith('-') ? -coins : coins
}

/** The canonical decimal: "10", "2.5", "0.05". */
export const formatCoins = (coins: Coins): string => formatDecimal(coins, 2)

export const coinsAsNumber = (coins: Coins): number => Number(formatCoins(coins))

const DECIMAL = /^(\d{1,14})(?:\.(\d{1,6}))?$/

/** Parses a decimal above 0 into its smallest units; undefined if the value is not one, or above `max`. */
export function parseDecimal(value: string | number, decimals: number, max: bigint): bigint | undefined {
  const [, whole = '', fraction = ''] = DECIMAL.exec(String(value)) ?? []
  // No more digits than the maximum has, leading zeros included.
  if (whole === '' || whole.length > String(max).length - decimals || fraction.length > decimals)
    return undefined
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return amount > 0n && amount <= max ? amount : undefined
}

export function formatDecimal(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -decimals)}${fraction && '.'}${fraction}`
}
