import { millionthsOf, percentOf, restOf } from '../format/percent.ts'
import { typedNumber } from '../format/typed-number.ts'

/** "0.4" for "40". Other text is left to the service. */
export function shareOf(percent: string): string {
  const typed = typedNumber(percent.replace(/%$/, ''))
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(typed)) return typed
  const [whole = '', part = ''] = typed.split('.')
  const digits = whole.padStart(3, '0')
  return `${Number(digits.slice(0, -2))}.${digits.slice(-2)}${part}`.replace(/\.?0+$/, '') || '0'
}

/** Half of what is left of an order of which so much came back, rounded down to what the service takes. */
export const halfOfRest = (before: string): string =>
  String(Math.floor(millionthsOf(restOf(before)) / 2) / 1_000_000)

/** "40 %"; text that is no share is shown as it is. */
export const percentText = (share: string): string =>
  Number.isFinite(Number(share)) && share !== '' ? percentOf(share) : `${share} %`
