import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { EXPIRY_PERIOD, type Expiry } from '../ledger/coin-expiry.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { availableAt, endOfDayAfter, expiresAt } from './expiry.ts'

const at = (time: string) => new Date(time)

const DAY_MS = 86_400_000

suite('coins expire', () => {
  for (const [what, after, until, zone, from, expected] of [
    ['at the end of a day', 'P90D', 'day', 'UTC', '2026-01-01T12:00Z', '2026-04-02T00:00Z'],
    ['after one day', 'P1D', 'day', 'UTC', '2026-01-01T00:00Z', '2026-01-03T00:00Z'],
    [
      'in the last millisecond of a day',
      'P1D',
      'day',
      'UTC',
      '2026-01-01T23:59:59.999Z',
      '2026-01-03T00:00Z',
    ],
    ['at the end of a month', 'P90D', 'month', 'UTC', '2026-01-01T12:00Z', '2026-05-01T00:00Z'],
    ['at the end of a month in a year', 'P12M', 'month', 'UTC', '2026-11-19T01:00Z', '2027-12-01T00:00Z'],
    ['at the end of a year', 'P1M', 'year', 'UTC', '2026-11-19T01:00Z', '2027-01-01T00:00Z'],
    ['at the end of the next year', 'P1Y', 'year', 'UTC', '2026-12-31T23:59:59Z', '2028-01-01T00:00Z'],
    ['from New Year on', 'P1Y', 'year', 'UTC', '2027-01-01T00:00Z', '2029-01-01T00:00Z'],
    ['with the year in which a day falls', 'P1D', 'year', 'UTC', '2026-12-31T12:00Z', '2028-01-01T00:00Z'],
    ['with February after 31 January', 'P1M', 'day', 'UTC', '2026-01-31T12:00Z', '2026-03-01T00:00Z'],
    ['with February, to the month', 'P1M', 'month', 'UTC', '2026-01-31T12:00Z', '2026-03-01T00:00Z'],
    ['with February of a leap year', 'P1M', 'day', 'UTC', '2028-01-31T12:00Z', '2028-03-01T00:00Z'],
    ['with the last day of a short month', 'P1M', 'day', 'UTC', '2026-03-31T12:00Z', '2026-05-01T00:00Z'],
    ['within a month that begins late', 'P1M', 'day', 'UTC', '2026-02-28T12:00Z', '2026-03-29T00:00Z'],
    ['a year after a leap day', 'P1Y', 'day', 'UTC', '2028-02-29T12:00Z', '2029-03-01T00:00Z'],
    ['twelve months after a leap day', 'P12M', 'day', 'UTC', '2028-02-29T12:00Z', '2029-03-01T00:00Z'],
    ['four years after a leap day', 'P4Y', 'day', 'UTC', '2028-02-29T12:00Z', '2032-03-01T00:00Z'],
    ['a year before a leap day', 'P1Y', 'day', 'UTC', '2027-02-28T12:00Z', '2028-02-29T00:00Z'],
    ['365 days over a leap day', 'P365D', 'day', 'UTC', '2027-03-01T12:00Z', '2028-03-01T00:00Z'],
    ['after ten years', 'P120M', 'month', 'UTC', '2026-11-19T12:00Z', '2036-12-01T00:00Z'],
    ['in the day of the zone', 'P1D', 'day', 'Africa/Lagos', '2026-11-19T23:00Z', '2026-11-21T23:00Z'],
    ['before midnight in the zone', 'P1D', 'day', 'Africa/Lagos', '2026-11-19T22:59Z', '2026-11-20T23:00Z'],
    ['far in the east', 'P1M', 'month', 'Pacific/Kiritimati', '2026-10-31T09:59Z', '2026-11-30T10:00Z'],
    [
      'a day later far in the east',
      'P1M',
      'month',
      'Pacific/Kiritimati',
      '2026-10-31T10:00Z',
      '2026-12-31T10:00Z',
    ],
    ['far in the west', 'P1D', 'year', 'Pacific/Pago_Pago', '2027-01-01T10:59Z', '2028-01-01T11:00Z'],
    [
      'a day earlier far in the west',
      'P1D',
      'year',
      'Pacific/Pago_Pago',
      '2026-12-31T10:59Z',
      '2027-01-01T11:00Z',
    ],
    [
      'at the end of a day of 23 hours',
      'P1D',
      'day',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      '2026-03-29T22:00Z',
    ],
    [
      'at the end of a day of 25 hours',
      'P1D',
      'day',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      '2026-10-25T23:00Z',
    ],
    ['from a repeated hour on', 'P1D', 'day', 'Europe/Berlin', '2026-10-25T01:30Z', '2026-10-26T23:00Z'],
    ['in summer time', 'P6M', 'month', 'Europe/Berlin', '2026-01-15T12:00Z', '2026-07-31T22:00Z'],
    ['in winter time', 'P6M', 'month', 'Europe/Berlin', '2026-07-15T12:00Z', '2027-01-31T23:00Z'],
    ['where midnight is missing', 'P1D', 'day', 'America/Havana', '2026-03-06T12:00Z', '2026-03-08T05:00Z'],
    ['where midnight is repeated', 'P1D', 'day', 'America/Havana', '2026-10-30T12:00Z', '2026-11-01T04:00Z'],
    ['before a missing midnight', 'P1D', 'day', 'Asia/Beirut', '2026-03-27T12:00Z', '2026-03-28T22:00Z'],
    [
      'after clocks went back to the day before',
      'P1D',
      'day',
      'America/St_Johns',
      '2006-10-29T02:45Z',
      '2006-10-31T03:30Z',
    ],
    ['before a day that is missing', 'P1D', 'day', 'Pacific/Apia', '2011-12-29T00:00Z', '2011-12-30T10:00Z'],
    ['after a day that is missing', 'P2D', 'day', 'Pacific/Apia', '2011-12-30T09:00Z', '2011-12-31T10:00Z'],
  ] as const)
    test(`${what}: ${after} until ${until} from ${from} in ${zone}`, () => {
      assert.deepEqual(expiresAt({ after, until }, at(from), zone), at(expected))
    })

  test('at the end of the same day whatever was asked between', () => {
    const expiry: Expiry = { after: 'P1D', until: 'day' }
    const days = Array.from(
      { length: 60 },
      (_, index) => new Date(at('2026-02-01T12:00Z').getTime() + index * DAY_MS),
    )
    const expected = days.map((day) => new Date(day.getTime() + 1.5 * DAY_MS))
    for (const _ of [1, 2])
      assert.deepEqual(
        days.map((day) => expiresAt(expiry, day, 'UTC')),
        expected,
      )
    assert.deepEqual(
      expiresAt({ ...expiry, until: 'month' }, days[0] as Date, 'UTC'),
      at('2026-03-01T00:00Z'),
    )
    assert.deepEqual(expiresAt(expiry, days[0] as Date, 'Africa/Lagos'), at('2026-02-02T23:00Z'))
  })
})

suite('pending coins are available', () => {
  for (const [what, days, zone, now, expected] of [
    ['at the start of a day', 14, 'UTC', '2026-01-01T00:00Z', '2026-01-15T00:00Z'],
    ['at the same moment for a whole day', 14, 'UTC', '2026-01-01T23:59:59.999Z', '2026-01-15T00:00Z'],
    ['on the next day', 1, 'UTC', '2026-12-31T23:59Z', '2027-01-01T00:00Z'],
    ['after a leap day', 1, 'UTC', '2028-02-28T12:00Z', '2028-02-29T00:00Z'],
    ['after a year', 365, 'UTC', '2026-11-19T12:00Z', '2027-11-19T00:00Z'],
    ['at midnight of the zone', 1, 'Asia/Kathmandu', '2026-11-19T18:14Z', '2026-11-19T18:15Z'],
    ['on a day of 23 hours', 1, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-28T23:00Z'],
    ['after a day of 25 hours', 1, 'Europe/Berlin', '2026-10-25T12:00Z', '2026-10-25T23:00Z'],
    ['at 01:00 where midnight is missing', 1, 'America/Havana', '2026-03-07T12:00Z', '2026-03-08T05:00Z'],
    ['at the first of two midnights', 1, 'America/Havana', '2026-10-31T12:00Z', '2026-11-01T04:00Z'],
    ['after a day that is missing', 1, 'Pacific/Apia', '2011-12-29T12:00Z', '2011-12-30T10:00Z'],
  ] as const)
    test(`${what}: ${days} days after ${now} in ${zone}`, () => {
      assert.deepEqual(availableAt(at(now), days, zone), at(expected))
    })

  test('and expire in their time from the day on which they are available', () => {
    const available = availableAt(at('2026-01-18T12:00Z'), 14, 'UTC')
    assert.deepEqual(expiresAt({ after: 'P12M', until: 'month' }, available, 'UTC'), at('2027-03-01T00:00Z'))
  })
})

suite('the end of a day after some days', () => {
  for (const [days, zone, now, expected] of [
    [30, 'UTC', '2026-11-19T00:00Z', '2026-12-20T00:00Z'],
    [30, 'UTC', '2026-11-19T23:59Z', '2026-12-20T00:00Z'],
    [30, 'Europe/Berlin', '2026-03-01T12:00Z', '2026-03-31T22:00Z'],
    [0, 'America/Havana', '2026-11-01T05:30Z', '2026-11-02T05:00Z'],
  ] as const)
    test(`is ${expected} for ${days} days from ${now} in ${zone}`, () => {
      assert.deepEqual(endOfDayAfter(at(now), days, zone), at(expected))
    })
})

test('a period is of days, months or years, from 1 day to 10 years', () => {
  for (const period of [
    'P1D',
    'P90D',
    'P999D',
    'P2000D',
    'P3599D',
    'P3652D',
    'P1M',
    'P99M',
    'P120M',
    'P1Y',
    'P10Y',
  ])
    assert.match(period, EXPIRY_PERIOD)
  for (const period of [
    '',
    'never',
    'P0D',
    'P090D',
    'P3653D',
    'P3700D',
    'P4000D',
    'P10000D',
    'P121M',
    'P11Y',
    'P1W',
    'P1Y6M',
    'PT1H',
    'P1.5M',
    'p1d',
    '-P1D',
    ' P1D',
    'P1D\n',
  ])
    assert.doesNotMatch(period, EXPIRY_PERIOD)
})

const anyZone = fc.constantFrom(
  'UTC',
  'Africa/Cairo',
  'Africa/Lagos',
  'America/Havana',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
)
const anyTime = fc.date({ min: at('1990-01-01T00:00Z'), max: at('2040-01-01T00:00Z'), noInvalidDate: true })
const anyExpiry = fc.record<Expiry>({
  after: fc.oneof(
    fc.integer({ min: 1, max: 3_652 }).map((days) => `P${days}D`),
    fc.integer({ min: 1, max: 120 }).map((months) => `P${months}M`),
    fc.integer({ min: 1, max: 10 }).map((years) => `P${years}Y`),
  ),
  until: fc.constantFrom('day', 'month', 'year'),
})

suite('at any time, in any zone', () => {
  test('coins expire when the day, month or year that shows on the clocks of the zone is over', () => {
    fc.assert(
      fc.property(anyExpiry, anyZone, anyTime, (expiry, zone, from) => {
        const end = expiresAt(expiry, from, zone)
        assert(end > from)
        const [last, next] = [dayIn(zone, new Date(end.getTime() - 1)), dayIn(zone, end)]
        assert(last < next, `${last} is before ${next}`)
        if (expiry.until === 'month') assert.match(next, /-01$/)
        if (expiry.until === 'year') assert.match(next, /-01-01$/)
      }),
      { numRuns: 1_000 },
    )
  })

  test('coins that are available later do not expire earlier', () => {
    fc.assert(
      fc.property(
        anyExpiry,
        anyZone,
        anyTime,
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        (expiry, zone, from, ms) => {
          assert(expiresAt(expiry, from, zone) <= expiresAt(expiry, new Date(from.getTime() + ms), zone))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('in UTC, days are counted as the calendar has them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_652 }), anyTime, (days, from) => {
        const start = from.getTime() - (((from.getTime() % DAY_MS) + DAY_MS) % DAY_MS)
        assert.equal(availableAt(from, days, 'UTC').getTime(), start + days * DAY_MS)
        assert.equal(endOfDayAfter(from, days, 'UTC').getTime(), start + (days + 1) * DAY_MS)
        const expiry = { after: `P${days}D`, until: 'day' } as const
        assert.equal(expiresAt(expiry, from, 'UTC').getTime(), start + (days + 1) * DAY_MS)
      }),
      { numRuns: 500 },
    )
  })

  test('in UTC, months end with their last day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), anyTime, (months, from) => {
        const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate()]
        const monthEnd = Date.UTC(year, month + 1, 1)
        const after = `P${months}M`
        assert.equal(expiresAt({ after, until: 'month' }, from, 'UTC').getTime(), monthEnd)
        assert.equal(
          expiresAt({ after, until: 'day' }, from, 'UTC').getTime(),
          Math.min(Date.UTC(year, month, day + 1), monthEnd),
        )
      }),
      { numRuns: 500 },
    )
  })
})
