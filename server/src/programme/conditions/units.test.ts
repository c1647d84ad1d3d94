import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCondition } from './condition.ts'
import { type Evaluated, evaluateUnits } from './evaluate.ts'
import { unitsOf } from './units.ts'

const MILLION = 1_000_000n

test('a number is rounded as the decimal that people read', () => {
  const anyDecimal = fc.tuple(fc.bigInt(0n, 10n ** 15n - 1n), fc.integer({ min: 6, max: 15 }))
  fc.assert(
    fc.property(anyDecimal, ([digits, decimals]) => {
      const padded = digits.toString().padStart(decimals + 1, '0')
      const value = Number(`${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`)
      const scale = 10n ** BigInt(decimals - 6)
      const rest = digits % scale
      const rounded = digits / scale + (rest * 2n >= scale && rest > 0n ? 1n : 0n)
      assert.deepEqual(unitsOf(value), { kind: 'value', value: rounded }, String(value))
    }),
  )
})

test('the sum of a thousand amounts is exact', () => {
  const anyAmount = fc.bigInt(0n, 10_000n * MILLION - 1n)
  fc.assert(
    fc.property(fc.array(anyAmount, { minLength: 1, maxLength: 1_000, size: 'max' }), (amounts) => {
      const sum = amounts.reduce((all, amount) => all + amount, 0n)
      assert.deepEqual(sumOf(amounts.map(asNumber)), { kind: 'value', value: sum })
    }),
    { numRuns: 30 },
  )
  const most = 10_000n * MILLION - 1n
  assert.deepEqual(sumOf(Array.from({ length: 1_000 }, () => asNumber(most))), {
    kind: 'value',
    value: most * 1_000n,
  })
})

const asNumber = (millionths: bigint) =>
  Number(`${millionths / MILLION}.${String(millionths % MILLION).padStart(6, '0')}`)

function sumOf(amounts: number[]): Evaluated<bigint> {
  const condition = parseCondition('properties.amounts.sum()', 'units')
  assert.ok(!('problem' in condition))
  return evaluateUnits(condition, { properties: { amounts }, activity: {} as never, member: null, now: null })
}
