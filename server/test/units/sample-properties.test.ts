import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expressionOf, type Row, unitsExpression } from '../../../dashboard/src/rules/condition.ts'
import { samplePropertiesOf } from '../../../dashboard/src/rules/sample-properties.ts'
import { conditionOf } from '../../src/programme/conditions/condition.ts'
import { type ConditionInput, evaluateUnits, evaluateWhen } from '../../src/programme/conditions/evaluate.ts'

const sampleOf = (rule: { when?: string; unitsFrom?: string }) =>
  JSON.parse(JSON.stringify(samplePropertiesOf(rule, 'UTC')))

const inputOf = (properties: ConditionInput['properties']): ConditionInput => ({
  properties,
  activity: { type: 'order.paid', reference: null, occurredAt: new Date(0) },
  member: { externalId: null, joinedAt: new Date(0), points: 0n, balance: 0n, attributes: {} },
  now: new Date(0),
})

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const path = fc.array(name, { minLength: 1, maxLength: 3 })
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const number = fc.tuple(fc.nat(100_000), fc.nat(9)).map(([whole, part]) => `${whole}.${part}`)
type Tested = Pick<Row, 'test' | 'values'>
const tested: fc.Arbitrary<Tested> = fc.oneof(
  fc.record({
    test: fc.constantFrom('is' as const, 'isNot' as const, 'contains' as const, 'startsWith' as const),
    values: fc.tuple(text),
  }),
  fc.record({
    test: fc.constantFrom('equals' as const, 'atLeast' as const, 'moreThan' as const, 'atMost' as const),
    values: fc.tuple(number),
  }),
  fc.record({ test: fc.constant('lessThan' as const), values: fc.tuple(number) }),
  fc.record({ test: fc.constant('oneOf' as const), values: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    test: fc.constantFrom('yes' as const, 'no' as const, 'present' as const, 'absent' as const),
    values: fc.constant<string[]>([]),
  }),
)
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.tuple(path, tested).map(([path, test]) => ({ subject: { of: 'property' as const, path }, ...test })),
  fc
    .tuple(path, path, tested)
    .map(([list, field, test]) => ({ subject: { of: 'item' as const, list, field }, ...test })),
)

test('an activity with the sample matches the row that it was made of', () => {
  fc.assert(
    fc.property(row, (given) => {
      const when = expressionOf({ join: 'all', rows: [given] }, 'UTC')
      const result = evaluateWhen(conditionOf(when, 'when'), inputOf(sampleOf({ when })))
      assert.deepEqual(result, { kind: 'value', value: true }, when)
    }),
    { numRuns: 1000 },
  )
})

test('an activity with the sample has units to pay for', () => {
  const units = { of: 'sum' as const, list: ['items'], price: ['price'], quantity: ['quantity'] }
  const where = [{ field: ['category'], test: 'is' as const, values: ['shoes'] }]
  for (const unitsFrom of [
    unitsExpression({ of: 'property', path: ['order', 'total'] }),
    unitsExpression({ ...units, where }),
    unitsExpression({ ...units, quantity: [], where: [] }),
  ])
    assert.deepEqual(
      evaluateUnits(conditionOf(unitsFrom, 'units'), inputOf(sampleOf({ unitsFrom }))),
      { kind: 'value', value: 25_000_000n },
      unitsFrom,
    )
})

test('a sample has what condition and units read together, and placeholders where rows say nothing', () => {
  assert.deepEqual(
    sampleOf({
      when: 'properties.total >= 50 && properties.city == "Lagos" && member.points > 3',
      unitsFrom: 'properties.total',
    }),
    { total: 50, city: 'Lagos' },
  )
  assert.deepEqual(
    sampleOf({
      when: 'properties.items.exists(i, i.category == "shoes")',
      unitsFrom: 'properties.items.map(i, i.price * i.quantity).sum()',
    }),
    { items: [{ category: 'shoes', price: 25, quantity: 1 }] },
  )
  assert.deepEqual(sampleOf({ when: 'properties.total % 2 == 0 || size(properties.coupon) > 3' }), {
    total: 'TOTAL',
    coupon: 'COUPON',
  })
  assert.deepEqual(sampleOf({}), {})
})
