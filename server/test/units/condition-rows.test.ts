import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  expressionOf,
  type ItemRow,
  isPath,
  type Row,
  type Rows,
  rowProblem,
  type Units,
  unitsExpression,
  unitsProblem,
} from '../../../dashboard/src/rules/condition.ts'
import { rowsOf, unitsOf } from '../../../dashboard/src/rules/read-condition.ts'
import { parseCondition } from '../../src/programme/conditions/condition.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']

const name = fc.oneof(
  fc.constantFrom(
    'total',
    'items',
    'in',
    'exists',
    'contains',
    'line items',
    'a"b\\',
    '商品',
    '🧺',
    'متجر',
    '1st',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
)
const path = fc.array(name, { minLength: 1, maxLength: 3 })
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
const number = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(String),
  fc.tuple(fc.nat(100_000), fc.integer({ min: 0, max: 99 })).map(([whole, part]) => `${whole}.${part}`),
)
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10))
const hour = fc.integer({ min: 0, max: 23 }).map(String)

type Tested = Pick<Row, 'test' | 'values'>

const one = (tests: Row['test'][], value: fc.Arbitrary<string>): fc.Arbitrary<Tested> =>
  fc.record({ test: fc.constantFrom(...tests), values: fc.tuple(value) })
const none = (...tests: Row['test'][]): fc.Arbitrary<Tested> =>
  fc.record({ test: fc.constantFrom(...tests), values: fc.constant([]) })
const numberTest = one(['equals', 'atLeast', 'moreThan', 'atMost', 'lessThan'], number)
const tested = fc.oneof(
  one(['is', 'isNot', 'contains', 'startsWith'], text),
  numberTest,
  fc.record({ test: fc.constant('oneOf' as const), values: fc.array(text, { minLength: 1, maxLength: 4 }) }),
  none('yes', 'no', 'present', 'absent'),
)
const dayTest = fc.oneof(
  one(['from', 'until'], day),
  fc.tuple(day, day).map((days): Tested => ({ test: 'between', values: days.toSorted() })),
)

const row: fc.Arbitrary<Row> = fc.oneof(
  fc.tuple(path, tested).map(([path, test]) => ({ subject: { of: 'property' as const, path }, ...test })),
  fc
    .tuple(path, path, tested)
    .map(([list, field, test]) => ({ subject: { of: 'item' as const, list, field }, ...test })),
  fc.tuple(name, tested).map(([name, test]) => ({ subject: { of: 'attribute' as const, name }, ...test })),
  fc
    .tuple(fc.constantFrom('points' as const, 'balance' as const), numberTest)
    .map(([of, test]) => ({ subject: { of }, ...test })),
  one(['equals', 'atLeast', 'moreThan', 'atMost', 'lessThan'], fc.nat(10_000).map(String)).map((test) => ({
    subject: { of: 'membership' as const },
    ...test,
  })),
  fc
    .tuple(fc.constantFrom('joined' as const, 'date' as const), dayTest)
    .map(([of, test]) => ({ subject: { of }, ...test })),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }).map(String), { minLength: 1 })
    .map((values) => ({ subject: { of: 'weekday' as const }, test: 'on' as const, values })),
  fc
    .tuple(hour, hour)
    .filter(([from, to]) => from !== to)
    .map((values) => ({ subject: { of: 'hour' as const }, test: 'hours' as const, values })),
)

/** One row holds for all and for any. */
const rows: fc.Arbitrary<Rows> = fc
  .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(row, { maxLength: 5 }))
  .map(([join, rows]) => ({ join: rows.length > 1 ? join : 'all', rows }))

const itemRow: fc.Arbitrary<ItemRow> = fc.tuple(path, tested).map(([field, test]) => ({ field, ...test }))
const units: fc.Arbitrary<Units> = fc.oneof(
  path.map((path) => ({ of: 'property' as const, path })),
  fc.record(
    {
      of: fc.constant('sum' as const),
      list: path,
      price: path,
      quantity: fc.oneof(path, fc.constant<string[]>([])),
      where: fc.array(itemRow, { maxLength: 3 }),
    },
    { noNullPrototype: true },
  ),
)

test('rows write an expression that is read as the same rows, in any time zone', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...ZONES), (given, zone) => {
      assert.deepEqual(given.rows.map(rowProblem).filter(Boolean), [])
      assert.deepEqual(rowsOf(expressionOf(given, zone), zone), given)
    }),
    { numRuns: 2000 },
  )
})

test('units write an expression that is read as the same units', () => {
  fc.assert(
    fc.property(units, (given) => {
      assert.equal(unitsProblem(given), undefined)
      assert.deepEqual(unitsOf(unitsExpression(given)), given)
    }),
    { numRuns: 2000 },
  )
})

test('the service takes every expression that rows and units write', () => {
  const problemOf = (source: string, kind: 'when' | 'units') => {
    const parsed = parseCondition(source, kind)
    return 'problem' in parsed ? `${source}: ${parsed.problem}` : undefined
  }
  fc.assert(
    fc.property(rows, units, fc.constantFrom(...ZONES), (given, sum, zone) => {
      const when = expressionOf(given, zone)
      fc.pre(when !== '' && when.length < 2000)
      assert.equal(problemOf(when, 'when'), undefined)
      const source = unitsExpression(sum)
      if (source.length < 2000) assert.equal(problemOf(source, 'units'), undefined)
    }),
    { numRuns: 1000 },
  )
})

test('the rows of a campaign read as a person would write them', () => {
  const weekend: Rows = {
    join: 'all',
    rows: [
      { subject: { of: 'item', list: ['items'], field: ['category'] }, test: 'is', values: ['shoes'] },
      { subject: { of: 'date' }, test: 'between', values: ['2026-11-21', '2026-11-22'] },
      { subject: { of: 'weekday' }, test: 'on', values: ['6', '0'] },
      { subject: { of: 'hour' }, test: 'hours', values: ['22', '6'] },
    ],
  }
  assert.equal(
    expressionOf(weekend, 'Europe/Berlin'),
    [
      'properties.items.exists(i, i.category == "shoes")',
      '(activity.occurredAt >= timestamp("2026-11-21T00:00:00+01:00") && activity.occurredAt < timestamp("2026-11-23T00:00:00+01:00"))',
      'activity.occurredAt.getDayOfWeek("Europe/Berlin") in [6, 0]',
      '(activity.occurredAt.getHours("Europe/Berlin") >= 22 || activity.occurredAt.getHours("Europe/Berlin") < 6)',
    ].join(' && '),
  )
  assert.equal(
    unitsExpression({
      of: 'sum',
      list: ['items'],
      price: ['price'],
      quantity: ['quantity'],
      where: [{ field: ['category'], test: 'is', values: ['shoes'] }],
    }),
    'properties.items.filter(i, i.category == "shoes").map(i, i.price * i.quantity).sum()',
  )
})

test('other expressions have no rows', () => {
  for (const source of [
    'properties.a == 1 || properties.b == 2 && properties.c == 3',
    'properties.a == properties.b',
    'properties.items.all(i, i.price > 3)',
    'activity.occurredAt.getHours() >= 3',
    'activity.occurredAt >= timestamp("2026-11-21T09:00:00Z")',
    'properties.a ==',
    'properties',
    'true',
    '"a',
    'properties.a == 1 properties.b == 2',
  ])
    assert.equal(rowsOf(source, 'UTC'), undefined, source)
  // Rows about hours say what the clocks of the programme show.
  const hours = expressionOf(
    { join: 'all', rows: [{ subject: { of: 'hour' }, test: 'hours', values: ['8', '20'] }] },
    'Europe/Berlin',
  )
  assert.equal(rowsOf(hours, 'UTC'), undefined)
  for (const source of [
    'properties.total * 2',
    'properties.items.map(i, i.price + 1.0).sum()',
    'size(properties.items)',
  ])
    assert.equal(unitsOf(source), undefined, source)
  assert.deepEqual(rowsOf('properties.total>=50&&member.points<10', 'UTC')?.rows.length, 2)
  assert.deepEqual(rowsOf(' ', 'UTC'), { join: 'all', rows: [] })
})

test('rows say what they miss', () => {
  const of = (subject: Row['subject'], test: Row['test'], ...values: string[]) =>
    rowProblem({ subject, test, values })
  assert.equal(of({ of: 'property', path: [''] }, 'is', 'x'), 'Name the property.')
  assert.equal(of({ of: 'property', path: ['a'] }, 'is', ''), 'Enter a text.')
  assert.equal(of({ of: 'points' }, 'atLeast', 'many'), 'Enter a number.')
  assert.equal(of({ of: 'points' }, 'atLeast', '1,000'), undefined)
  assert.equal(of({ of: 'weekday' }, 'on'), 'Choose a day.')
  assert.equal(of({ of: 'date' }, 'between', '2026-11-22', '2026-11-21'), 'The last day is before the first.')
  assert.ok(!isPath([]))
})
