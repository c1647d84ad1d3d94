import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  coinLife,
  daysProblem,
  expiryOf,
  expiryText,
  expiryValues,
  isPeriod,
  lastDayOf,
  programmeLife,
} from '../../../dashboard/src/format/expiry.ts'
import { addDays } from '../../../dashboard/src/format/time.ts'
import { EXPIRY_PERIOD, type Expiry } from '../../src/programme/ledger/coin-expiry.ts'
import { expiresAt } from '../../src/programme/lots/expiry.ts'

const today = '2026-11-19'
const YEAR: Expiry = { after: 'P12M', until: 'year' }

test('a rule says when its coins can be spent, and on which day they expire', () => {
  const says = (rule: Parameters<typeof coinLife>[0], programme: Expiry | null = null) =>
    coinLife(rule, { today, programme })
  assert.deepEqual(says({ pendingDays: 14, coinExpiry: YEAR }), {
    sentence:
      'Coins from this rule can be spent after 14 days and expire on 31 December 2027 if they are paid today.',
    days: 'Those that are paid today can be spent from 3 December 2026 until the end of 31 December 2027.',
  })
  assert.deepEqual(says({ pendingDays: 1 }), {
    sentence: 'Coins from this rule can be spent after 1 day and never expire.',
    days: 'Those that are paid today can be spent from 20 November 2026.',
  })
  assert.deepEqual(says({ coinExpiry: null }, { after: 'P90D', until: 'day' }), {
    sentence:
      'Coins from this rule can be spent at once and expire on 17 February 2027 if they are paid today.',
    days: 'Those that are paid today can be spent until the end of 17 February 2027.',
  })
  assert.deepEqual(says({ coinExpiry: 'never' }, YEAR), {
    sentence: 'Coins from this rule can be spent at once and never expire.',
    days: null,
  })
  assert.equal(says({ pendingDays: Number.NaN }), null)
  assert.equal(says({ coinExpiry: { after: 'PxM', until: 'day' } }), null)
})

test('the settings of a programme say when coins of today expire, and when the notice goes out', () => {
  assert.equal(
    programmeLife(null, 30, today),
    'Coins never expire, unless a rule or an import says otherwise.',
  )
  assert.equal(
    programmeLife({ after: 'P12M', until: 'month' }, 30, today),
    'Coins that are paid today expire at the end of 30 November 2027, with a notice 30 days before.',
  )
  // The notice would go out before they are paid, or just then.
  for (const noticeDays of [3, 2])
    assert.equal(
      programmeLife({ after: 'P1D', until: 'day' }, noticeDays, today),
      'Coins that are paid today expire at the end of 20 November 2026, without a notice, because they do not live that long.',
    )
  assert.equal(
    programmeLife({ after: 'P1D', until: 'day' }, 1, today),
    'Coins that are paid today expire at the end of 20 November 2026, with a notice 1 day before.',
  )
  assert.equal(programmeLife({ after: 'P0D', until: 'day' }, 30, today), null)
  assert.equal(programmeLife(YEAR, Number.NaN, today), null)
})

test('an expiry is read into a form and back, and shown in words', () => {
  for (const expiry of [
    YEAR,
    { after: 'P90D', until: 'day' } as const,
    { after: 'P2Y', until: 'month' } as const,
  ])
    assert.deepEqual(expiryOf(expiryValues(expiry)), expiry)
  assert.equal(expiryText({ after: 'P1M', until: 'day' }), 'after 1 month, at the end of the day')
  assert.equal(daysProblem('0', { min: 0, max: 365 }), undefined)
  for (const text of ['', '366', '-1', '1.5', 'x'])
    assert.equal(daysProblem(text, { min: 0, max: 365 }), 'Enter a whole number from 0 to 365.')
})

const anyCount = fc.oneof(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 3_600, max: 3_700 }))
const anyUnit = fc.constantFrom('D', 'M', 'Y')

test('the form takes the periods that the service takes', () => {
  fc.assert(
    fc.property(anyCount, anyUnit, (count, unit) => {
      assert.equal(isPeriod(`P${count}${unit}`), EXPIRY_PERIOD.test(`P${count}${unit}`))
    }),
    { numRuns: 500 },
  )
})

test('the day that is shown ends when the service lets the coins expire', () => {
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
  const anyPeriod = fc
    .tuple(anyCount, anyUnit)
    .map(([count, unit]) => `P${count}${unit}`)
    .filter((period) => EXPIRY_PERIOD.test(period))
  const anyEnd = fc.constantFrom('day', 'month', 'year')
  fc.assert(
    fc.property(anyDay, anyPeriod, anyEnd, (day, after, until) => {
      const end = expiresAt({ after, until }, new Date(day), 'UTC').toISOString().slice(0, 10)
      assert.equal(addDays(lastDayOf({ after, until }, day), 1), end)
    }),
    { numRuns: 1_000 },
  )
})
