import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProperties, EXAMPLES_MAX, PATHS_MAX } from './describe-properties.ts'

test('properties are named as expressions name them, with their kinds and some values', () => {
  const described = describeProperties([
    { total: 20, items: [{ price: 5 }, { price: null, 'odd name': true }] },
    null,
    { total: '20', shop: { city: 'Lagos' } },
  ])
  const kinds = Object.fromEntries(described.map(({ path, kinds }) => [path, kinds]))
  assert.deepEqual(kinds, {
    total: ['number', 'text'],
    items: ['list'],
    'items[]': ['object'],
    'items[].price': ['number', 'null'],
    'items[]["odd name"]': ['boolean'],
    shop: ['object'],
    'shop.city': ['text'],
  })
  assert.deepEqual(described[0], {
    path: 'total',
    kinds: ['number', 'text'],
    activities: 2,
    examples: [20, '20'],
  })
})

test('there are at most so many properties and values, and no long texts', () => {
  const many = Object.fromEntries(Array.from({ length: PATHS_MAX + 5 }, (_, index) => [`p${index}`, index]))
  assert.equal(describeProperties([many]).length, PATHS_MAX)
  const [values] = describeProperties(Array.from({ length: EXAMPLES_MAX + 2 }, (_, value) => ({ value })))
  assert.equal(values?.examples.length, EXAMPLES_MAX)
  assert.deepEqual(describeProperties([{ text: 'x'.repeat(101) }])[0]?.examples, [])
})
