import { typedNumber } from '../format/typed-number.ts'

/** "0.4" for "40". Other text is left to the service. */
export function shareOf(percent: string): string {
  const typed = typedNumber(percent.replace(/%$/, ''))
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(typed)) return typed
  const [whole = '', part = ''] = typed.split('.')
  const digits = whole.padStart(3, '0')
  return `${Number(digits.slice(0, -2))}.${digits.slice(-2)}${part}`.replace(/\.?0+$/, '') || '0'
}
