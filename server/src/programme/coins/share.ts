import { formatDecimal, parseDecimal } from '../ledger/coin.ts'

/** A part of an order, in millionths. */
export type Share = number

export const WHOLE: Share = 1_000_000

/** Completes the sentence "<field> must …". */
export const SHARE_NEEDED = 'be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1"'

/** Parses a share; undefined if the value is not one. */
export function parseShare(value: string | number): Share | undefined {
  const share = parseDecimal(value, 6, BigInt(WHOLE))
  return share === undefined ? undefined : Number(share)
}

/** The canonical decimal: "0.25", "1". */
export const formatShare = (share: Share): string => formatDecimal(BigInt(share), 6)
