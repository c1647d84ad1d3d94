import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, signedText } from '../../../dashboard/src/format/coins.ts'
import { comparisonText, daysOf, rangeText, readRange } from '../../../dashboard/src/format/range.ts'
import {
  dateTimeText,
  dayIn,
  exactText,
  periodsIn,
  relativeText,
  startOfDay,
  wholeText,
  zonedText,
} from '../../../dashboard/src/format/time.ts'
import { ruleStatusOf } from '../../../dashboard/src/rules/rule-status.ts'

const now = new Date('2026-11-18T13:00:00.000Z')
const zone = 'Europe/Berlin'

test('a time is told as minutes, as a clock, by the day of the week, and then by its date', () => {
  const told = (at: string) => relativeText(at, { now, zone })
  assert.equal(told('2026-11-18T12:59:30.000Z'), 'just now')
  assert.equal(told('2026-11-18T12:55:00.000Z'), '5 min')
  assert.equal(told('2026-11-18T12:00:01.000Z'), '59 min')
  assert.equal(told('2026-11-18T09:02:00.000Z'), '10:02')
  // In Berlin it is already this day.
  assert.equal(told('2026-11-17T23:30:00.000Z'), '00:30')
  assert.equal(told('2026-11-17T13:02:00.000Z'), 'Tue 14:02')
  assert.equal(told('2026-11-12T13:02:00.000Z'), 'Thu 14:02')
  assert.equal(told('2026-11-11T13:02:00.000Z'), '11 Nov, 14:02')
  assert.equal(told('2025-09-03T12:02:00.000Z'), '3 Sep 2025, 14:02')
  // What is to come is never a bare day of the week, which would mean the last one.
  assert.equal(told('2026-11-20T13:02:00.000Z'), '20 Nov, 14:02')
  assert.equal(told('2026-11-18T20:00:00.000Z'), '21:00')
})

test('a whole time names its zone, and its clock follows daylight saving', () => {
  assert.equal(wholeText('2026-07-01T12:00:05.000Z', zone), 'Wed 1 Jul 2026, 14:00:05 (Europe/Berlin)')
  assert.equal(wholeText('2026-12-01T12:00:05.000Z', zone), 'Tue 1 Dec 2026, 13:00:05 (Europe/Berlin)')
  assert.equal(exactText('2026-11-18T12:00:05.000Z', { now, zone: 'UTC' }), '18 Nov, 12:00:05')
  assert.equal(dateTimeText('2026-01-01T00:00:00.000Z', { now, zone: 'UTC' }), '1 Jan, 00:00')
  assert.equal(zonedText('2026-11-19T23:00:00.000Z', zone), '20 Nov 2026, 00:00')
  assert.equal(zonedText('2026-11-19T23:00:00.000Z', 'Nowhere/Town'), '19 Nov 2026, 23:00')
})

test('days begin on the clocks of a zone', () => {
  assert.equal(dayIn('Pacific/Auckland', now), '2026-11-19')
  assert.equal(dayIn('America/Los_Angeles', now), '2026-11-18')
  assert.equal(startOfDay('2026-11-18', zone), '2026-11-17T23:00:00.000Z')
  assert.equal(startOfDay('2026-07-01', zone), '2026-06-30T22:00:00.000Z')
  const year = { from: '2025-12-31T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z', zone }
  assert.deepEqual([periodsIn('day', year), periodsIn('month', year)], [365, 12])
})

test('a range is whole days that end today, or a month', () => {
  const today = '2026-11-18'
  const days = (search: Record<string, unknown>) => Object.values(daysOf(readRange(search), today))
  assert.deepEqual(days({}), ['2026-10-20', today])
  assert.deepEqual(days({ range: 'today' }), [today, today])
  assert.deepEqual(days({ range: '7d' }), ['2026-11-12', today])
  assert.deepEqual(days({ range: 'month' }), ['2026-11-01', today])
  assert.deepEqual(days({ range: 'last-month' }), ['2026-10-01', '2026-10-31'])
  assert.deepEqual(days({ range: 'quarter' }), ['2026-10-01', today])
  assert.deepEqual(days({ from: '2026-02-01', to: '2026-02-28' }), ['2026-02-01', '2026-02-28'])
  assert.deepEqual(days({ from: '2026-02-28', to: '2026-02-01' }), ['2026-10-20', today])
  assert.deepEqual(days({ from: '2020-01-01', to: today }), ['2026-10-20', today], 'too many to list')
  assert.deepEqual(days({ range: 'nonsense', from: 'yesterday', to: 7 }), ['2026-10-20', today])
  assert.deepEqual(days({ from: '2026-02-30', to: '2026-03-05' }), ['2026-10-20', today])
  assert.equal(rangeText({ from: '2026-02-01', to: '2026-02-28' }, '2026-11-18'), 'February 2026')
  assert.equal(rangeText({ from: '2026-02-02', to: '2026-02-28' }, '2026-11-18'), '2 Feb – 28 Feb')
  assert.equal(rangeText({ from: '2025-12-20', to: '2026-01-03' }, '2026-11-18'), '20 Dec 2025 – 3 Jan 2026')
  const shown = { from: '2026-10-20', to: today }
  assert.equal(comparisonText({}, shown), 'previous 30 days')
  assert.equal(comparisonText({ compare: 'year' }, shown), 'a year before')
  assert.equal(comparisonText({ compare: 'none' }, shown), null)
})

test('a change has a sign and whole per cents, and none where there is nothing to compare', () => {
  assert.equal(changeText('100', '106'), '+6 %')
  assert.equal(changeText('100', '89.4'), '−11 %')
  assert.equal(changeText('100', '100'), '±0 %')
  assert.equal(changeText('0', '5'), null)
  assert.equal(changeText('1', '90'), '> +999 %')
  assert.deepEqual([signedText('1234.5', true), signedText('3', false)], ['+1,234.5', '−3'])
})

test('a rule has one status: what keeps it from paying someone new', () => {
  const rule = {
    status: 'active',
    archivedAt: null,
    version: 1,
    startsAt: null,
    endsAt: null,
    participants: '3',
    maxNumberOfParticipant: '10',
    coinBudget: '-1',
    budgetUsed: '0',
  }
  const status = (changes: Partial<Parameters<typeof ruleStatusOf>[0]>) =>
    ruleStatusOf({ ...rule, ...changes }, now)
  const [past, future] = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']
  assert.equal(status({}), 'Running')
  assert.equal(status({ status: 'inactive' }), 'Draft')
  assert.equal(status({ status: 'inactive', version: 2 }), 'Paused')
  assert.equal(status({ startsAt: future }), 'Scheduled')
  assert.equal(status({ startsAt: past, endsAt: future }), 'Running')
  assert.equal(status({ endsAt: past, status: 'inactive' }), 'Ended')
  assert.equal(status({ participants: '10' }), 'Full')
  assert.equal(status({ participants: '10', endsAt: past }), 'Ended')
  assert.equal(status({ coinBudget: '50', budgetUsed: '49.99' }), 'Running')
  assert.equal(status({ coinBudget: '50', budgetUsed: '50' }), 'Exhausted')
  assert.equal(status({ status: 'inactive', archivedAt: past, endsAt: past }), 'Archived')
})
