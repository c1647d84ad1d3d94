/** A part of an order, in millionths. */
export type Share = number

export const WHOLE: Share = 1_000_000

const SHARE = /^([01])(?:\.(\d{1,6}))?$/

/** Completes the sentence "<field> must …". */
export const SHARE_NEEDED = 'be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1"'

/** Parses a share; undefined if the value is not one. */
export function parseShare(value: string | number): Share | undefined {
  const match = SHARE.exec(String(value))
  if (!match) return undefined
  const share = Number(match[1]) * WHOLE + Number((match[2] ?? '').padEnd(6, '0'))
  return share > 0 && share <= WHOLE ? share : undefined
}

/** The canonical decimal: "0.25", "1". */
export function formatShare(share: Share): string {
  const decimals = String(share % WHOLE)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${Math.floor(share / WHOLE)}${decimals && '.'}${decimals}`
}
