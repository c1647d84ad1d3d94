import { typedNumber } from '../format/typed-number.ts'

/** "0.4" for "40". Other text is left to the service. */
export function shareOf(percent: string): string {
  const typed = typedNumber(percent.replace(/%$/, ''))
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(typed)) return typed
  const [whole = '', part = ''] = typed.split('.')
  const digits = whole.padStart(3, '0')
  return `${Number(digits.slice(0, -2))}.${digits.slice(-2)}${part}`.replace(/\.?0+$/, '') || '0'
}

const MILLIONTHS = 1_000_000

/** Shares have six decimals; whole millionths are exact. */
const millionthsOf = (share: string): number => Math.round(Number(share) * MILLIONTHS)

/** What is left of an order of which so much came back. */
export const restOfOrder = (before: string): string =>
  String((MILLIONTHS - millionthsOf(before)) / MILLIONTHS)

/** Half of what is left, rounded down to what the service takes. */
export const halfOfRest = (before: string): string =>
  String(Math.floor((MILLIONTHS - millionthsOf(before)) / 2) / MILLIONTHS)

/** "40 %"; text that is no share is shown as it is. */
export const percentText = (share: string): string =>
  Number.isFinite(Number(share)) && share !== '' ? `${millionthsOf(share) / 1e4} %` : `${share} %`
