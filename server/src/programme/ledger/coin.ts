/** An amount in hundredths of a coin. The service never uses a float for it. */
export type Coins = bigint

export const COINS_MAX: Coins = 1_000_000_000_00n
/** The limit of a wallet or a score. */
export const BALANCE_MAX: Coins = 70_000_000_000_000_00n

const AMOUNT = /^(\d{1,14})(?:\.(\d{1,2}))?$/

/** Completes the sentence "<field> must …". */
export const COIN_AMOUNT_NEEDED =
  'be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5"'

/** Parses an amount; undefined if the value is not one. */
export function parseCoins(value: string | number, max: Coins = COINS_MAX): Coins | undefined {
  const match = AMOUNT.exec(String(value))
  // No more digits than the maximum has, leading zeros included.
  if (!match || (match[1] as string).length > String(max / 100n).length) return undefined
  const coins = BigInt(match[1] as string) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
  return coins > 0n && coins <= max ? coins : undefined
}

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
export function formatCoins(coins: Coins): string {
  const sign = coins < 0n ? '-' : ''
  const digits = (coins < 0n ? -coins : coins).toString().padStart(3, '0')
  const decimals = digits.slice(-2).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -2)}${decimals && '.'}${decimals}`
}

export const coinsAsNumber = (coins: Coins): number => Number(formatCoins(coins))
