import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byNearness, nearestName } from './nearest-name.ts'

const RULE = [
  'name',
  'coinValue',
  'userCoinLimit',
  'userLimitPeriod',
  'userLimitAward',
  'coinBudget',
  'status',
]

test('the nearest name has the same letters, or begins alike, or differs by a few', () => {
  for (const [input, nearest] of [
    ['userLimit', 'userLimitAward'],
    ['coin_value', 'coinValue'],
    ['CoinValue', 'coinValue'],
    ['coinvlaue', 'coinValue'],
    ['naem', 'name'],
    ['Budget', undefined],
    ['coinBudgets', 'coinBudget'],
    ['statsu', 'status'],
    ['na', undefined],
    ['', undefined],
    ['colour', undefined],
    ['__proto__', undefined],
  ] as const)
    assert.equal(nearestName(input, RULE), nearest, input)
  assert.equal(nearestName('name', []), undefined)
})

test('a name is compared only with names of about its length', () => {
  assert.equal(nearestName('x'.repeat(100_000), RULE), undefined)
  assert.deepEqual(byNearness('dry_run', ['expand', 'dryRun']), ['dryRun', 'expand'])
})
