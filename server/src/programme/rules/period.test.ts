import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { isTimeZone } from '../ledger/time-zone.ts'
import { type Period, periodAt, startOfPeriod } from './period.ts'

const HOUR_MS = 3_600_000

const at = (time: string) => new Date(time)

/** The start and the end of a period, to the minute, and how long it is. */
function spanAt(period: Period, timeZone: string, time: string): string {
  const span = periodAt(period, timeZone, at(time))
  assert(span)
  const { start, end } = span
  return `${minuteOf(start)}/${minuteOf(end)} ${(end.getTime() - start.getTime()) / HOUR_MS} h`
}

const minuteOf = (date: Date) => date.toISOString().slice(0, 16)

suite('a period', () => {
  test('of all time has no start and no end', () => {
    assert.equal(periodAt('total', 'Europe/Berlin', at('2026-03-29T12:00:00Z')), null)
  })

  /** A week begins on Monday. */
  for (const [what, period, zone, time, expected] of [
    ['a day', 'day', 'Africa/Lagos', '2026-11-16T22:59:59.999Z', '2026-11-15T23:00/2026-11-16T23:00 24 h'],
    ['the next day', 'day', 'Africa/Lagos', '2026-11-16T23:00Z', '2026-11-16T23:00/2026-11-17T23:00 24 h'],
    ['a month', 'month', 'Africa/Lagos', '2026-11-16T22:59Z', '2026-10-31T23:00/2026-11-30T23:00 720 h'],
    ['a week on Sunday', 'week', 'UTC', '2026-11-22T23:59Z', '2026-11-16T00:00/2026-11-23T00:00 168 h'],
    ['a week on Monday', 'week', 'UTC', '2026-11-23T00:00Z', '2026-11-23T00:00/2026-11-30T00:00 168 h'],
    ['a week over New Year', 'week', 'UTC', '2027-01-01T12:00Z', '2026-12-28T00:00/2027-01-04T00:00 168 h'],
    ['a leap month', 'month', 'UTC', '2028-02-29T12:00Z', '2028-02-01T00:00/2028-03-01T00:00 696 h'],
  ] as const)
    test(`of ${what} in ${zone} begins at its midnight`, () => {
      assert.equal(spanAt(period, zone, time), expected)
    })

  /** Where midnight is missing, clocks go from there to 01:00, and the day begins then. */
  for (const [zone, time, expected, why] of [
    ['Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00/2026-03-29T22:00 23 h', 'an hour is missing'],
    ['Europe/Berlin', '2026-10-25T12:00Z', '2026-10-24T22:00/2026-10-25T23:00 25 h', 'an hour is repeated'],
    ['Asia/Beirut', '2026-03-28T22:00Z', '2026-03-28T22:00/2026-03-29T21:00 23 h', 'midnight is missing'],
    ['America/Havana', '2026-03-08T05:00Z', '2026-03-08T05:00/2026-03-09T04:00 23 h', 'midnight is missing'],
    ['America/Havana', '2026-11-01T05:30Z', '2026-11-01T04:00/2026-11-02T05:00 25 h', 'midnight is repeated'],
    ['Asia/Beirut', '2026-10-24T21:30Z', '2026-10-23T21:00/2026-10-24T22:00 25 h', '23:00 is repeated'],
    [
      'America/Sao_Paulo',
      '2018-11-04T03:00Z',
      '2018-11-04T03:00/2018-11-05T02:00 23 h',
      'midnight is missing',
    ],
    ['America/Sao_Paulo', '2018-02-18T02:30Z', '2018-02-17T02:00/2018-02-18T03:00 25 h', '23:00 is repeated'],
    [
      'Australia/Lord_Howe',
      '2026-04-04T16:00Z',
      '2026-04-04T13:00/2026-04-05T13:30 24.5 h',
      'half an hour is repeated',
    ],
    [
      'Pacific/Apia',
      '2011-12-30T09:59:59Z',
      '2011-12-29T10:00/2011-12-30T10:00 24 h',
      'the next day is missing',
    ],
    ['Pacific/Apia', '2011-12-30T10:00Z', '2011-12-30T10:00/2011-12-31T10:00 24 h', 'a day is missing'],
  ] as const)
    test(`of a day in ${zone} where ${why} is ${expected}`, () => {
      assert.equal(spanAt('day', zone, time), expected)
    })

  test('of a week or month is shorter by a missing day', () => {
    assert.match(spanAt('week', 'Pacific/Apia', '2011-12-28T12:00Z'), / 144 h$/)
    assert.match(spanAt('month', 'Pacific/Apia', '2011-12-28T12:00Z'), / 720 h$/)
  })

  test('does not come back where clocks go back over midnight', () => {
    // One minute after midnight, clocks went to 23:01 of the day before.
    for (const time of ['2006-10-29T02:30:00Z', '2006-10-29T02:31:00Z', '2006-10-29T03:29:59Z'])
      assert.equal(spanAt('day', 'America/St_Johns', time), '2006-10-29T02:30/2006-10-30T03:30 25 h', time)
  })
})

const ZONES = [
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
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]
const anyZone = fc.constantFrom(...ZONES)
const anyPeriod = fc.constantFrom('day' as const, 'week' as const, 'month' as const)
const anyTime = fc.date({
  min: at('1990-01-01T00:00:00Z'),
  max: at('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

suite('at any time, in any zone', () => {
  test('periods follow each other without a gap, and each holds its own times', () => {
    fc.assert(
      fc.property(anyPeriod, anyZone, anyTime, (period, zone, time) => {
        const span = periodAt(period, zone, time)
        assert(span && span.start <= time && time < span.end)
        assert.deepEqual(periodAt(period, zone, span.start), span)
        assert.deepEqual(periodAt(period, zone, new Date(span.end.getTime() - 1)), span)
        assert.deepEqual(periodAt(period, zone, span.end)?.start, span.end)
        assert.deepEqual(periodAt(period, zone, new Date(span.start.getTime() - 1))?.end, span.start)
      }),
      { numRuns: 500 },
    )
  })

  test('a period begins when the calendar of the zone shows a new day, Monday or first of a month', () => {
    fc.assert(
      fc.property(anyPeriod, anyZone, anyTime, (period, zone, time) => {
        const start = periodAt(period, zone, time)?.start as Date
        const [day, before] = [dayIn(zone, start), dayIn(zone, new Date(start.getTime() - 1))]
        assert.notEqual(day.date, before.date)
        if (period === 'week') assert.equal(day.weekday, 'Mon')
        if (period === 'month') assert.equal(day.day, '1')
      }),
      { numRuns: 300 },
    )
  })

  test('days, weeks and months are as long as they can be', () => {
    const hours = { day: [22, 26], week: [142, 170], month: [640, 746] } as const
    fc.assert(
      fc.property(anyPeriod, anyZone, anyTime, (period, zone, time) => {
        const { start, end } = periodAt(period, zone, time) as { start: Date; end: Date }
        const length = (end.getTime() - start.getTime()) / HOUR_MS
        assert(length >= hours[period][0] && length <= hours[period][1], `${length} hours`)
      }),
      { numRuns: 300 },
    )
  })

  test('a period that is counted since a change begins with it, and the next one on its own day', () => {
    fc.assert(
      fc.property(anyPeriod, anyZone, anyTime, fc.nat(40 * 24), (period, zone, since, hours) => {
        const now = new Date(since.getTime() + hours * HOUR_MS)
        const start = startOfPeriod(period, zone, since, now) as Date
        const span = periodAt(period, zone, now) as { start: Date; end: Date }
        assert.deepEqual(start, span.start > since ? span.start : since)
      }),
    )
  })
})

const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(timeZone: string, time: Date) {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
    })
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return { date: format.format(time), weekday: parts.weekday, day: parts.day }
}

test('names of the IANA database are time zones, and nothing else is', () => {
  for (const zone of [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Asia/Kolkata',
    'Etc/GMT+5',
    'US/Pacific',
  ]) {
    assert(isTimeZone(zone), zone)
    assert(periodAt('day', zone, at('2026-11-16T10:00:00Z')), zone)
  }
  for (const text of [
    '',
    ' ',
    'Mars/Olympus',
    '+01:00',
    'UTC+1',
    'Europe',
    'Europe/',
    'Europe/Berlin ',
    '../etc',
  ])
    assert(!isTimeZone(text), text)
})
