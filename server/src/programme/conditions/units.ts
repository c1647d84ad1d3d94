import type { Evaluated } from './evaluate.ts'
import { kindOf, type Value } from './value.ts'

const MILLION = 1_000_000n
const UNITS_MAX = 1_000_000_000n * MILLION

/** The units that an expression came to, in millionths; 0 does not match. */
export function unitsOf(value: Value): Evaluated<bigint> {
  const units = millionths(value)
  if (units === undefined) return failed(`the units are ${kindOf(value)}`)
  if (units < 0n) return failed('the units are negative')
  if (units > UNITS_MAX) return failed('the units are above 1000000000')
  return { kind: 'value', value: units }
}

const failed = (error: string): Evaluated<never> => ({ kind: 'failed', error })

function millionths(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value * MILLION
  if (typeof value !== 'number') return undefined
  return Number.isFinite(value) ? roundedMillionths(value) : UNITS_MAX + 1n
}

/**
 * Rounds half away from zero. It rounds the shortest decimal that stands for a number, which is what people
 * read, not the binary fraction next to it.
 */
function roundedMillionths(value: number): bigint {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) - fraction.length + 7
  const tenths = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  const rounded = (tenths + 5n) / 10n
  return value < 0 ? -rounded : rounded
}
