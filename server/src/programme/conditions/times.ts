import { Temporal } from 'temporal-polyfill'
import { Duration, Failed, Timestamp } from './value.ts'

const SECOND = 1_000_000_000n
const FIRST = parsed('0001-01-01T00:00:00Z')
const LAST = parsed('9999-12-31T23:59:59.999999999Z')
const DURATION_MAX = 315_576_000_000n * SECOND

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
const DURATION = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:h|ms|m|s|us|ns))+)$/
const DURATION_PART = /(\d*)\.?(\d*)(h|ms|m|s|us|ns)/g
const TEXT_LENGTH_MAX = 64

const UNITS: Readonly<Record<string, bigint>> = {
  h: 3600n * SECOND,
  m: 60n * SECOND,
  s: SECOND,
  ms: 1_000_000n,
  us: 1_000n,
  ns: 1n,
}

export const timestampOf = (date: Date) => new Timestamp(BigInt(date.getTime()) * 1_000_000n)

export function timestampAt(nanos: bigint): Timestamp | Failed {
  if (nanos >= FIRST && nanos <= LAST) return new Timestamp(nanos)
  return new Failed(() => 'the time is not between the years 1 and 9999')
}

export function durationOf(nanos: bigint): Duration | Failed {
  if (nanos >= -DURATION_MAX && nanos <= DURATION_MAX) return new Duration(nanos)
  return new Failed(() => 'the duration is longer than 10000 years')
}

/** Parses "2026-12-24T18:00:00+01:00". */
export function parseTimestamp(text: string): Timestamp | Failed {
  if (text.length <= TEXT_LENGTH_MAX && TIMESTAMP.test(text)) {
    try {
      return timestampAt(parsed(text))
    } catch {
      // A day or an hour that does not exist.
    }
  }
  return new Failed(() => 'the text is not a time such as "2026-12-24T18:00:00Z"')
}

function parsed(text: string): bigint {
  return Temporal.Instant.from(text).epochNanoseconds
}

/** Parses "36h" or "1h30m". */
export function parseDuration(text: string): Duration | Failed {
  const [, sign, parts] = (text.length <= TEXT_LENGTH_MAX && DURATION.exec(text)) || []
  if (parts === undefined) return new Failed(() => 'the text is not a duration such as "36h" or "1h30m"')
  let nanos = 0n
  for (const [, whole = '', fraction = '', unit = ''] of parts.matchAll(DURATION_PART)) {
    const scale = 10n ** BigInt(fraction.length)
    nanos += (BigInt(whole + fraction) * (UNITS[unit] ?? 0n)) / scale
  }
  return durationOf(sign === '-' ? -nanos : nanos)
}

export const formatTimestamp = ({ nanos }: Timestamp) =>
  Temporal.Instant.fromEpochNanoseconds(nanos).toString()

export function formatDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos
  const fraction = (size % SECOND).toString().padStart(9, '0').replace(/0+$/, '')
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fraction && '.'}${fraction}s`
}

/** Whole seconds since 1970. */
export function secondsOf({ nanos }: Timestamp): bigint {
  const rest = nanos % SECOND
  return (nanos - rest) / SECOND - (rest < 0n ? 1n : 0n)
}

export const timestampOfSeconds = (seconds: bigint) => timestampAt(seconds * SECOND)

const CLOCK_PARTS: Readonly<Record<string, (at: Temporal.ZonedDateTime) => number>> = {
  getFullYear: (at) => at.year,
  getMonth: (at) => at.month - 1,
  getDate: (at) => at.day,
  getDayOfMonth: (at) => at.day - 1,
  getDayOfWeek: (at) => at.dayOfWeek % 7,
  getDayOfYear: (at) => at.dayOfYear - 1,
  getHours: (at) => at.hour,
  getMinutes: (at) => at.minute,
  getSeconds: (at) => at.second,
  getMilliseconds: (at) => at.millisecond,
}

export const CLOCK_PART_NAMES = Object.keys(CLOCK_PARTS)

/** The zone that a name or an offset such as "+02:00" stands for; undefined if there is none. */
export function timeZoneOf(text: string): string | undefined {
  const name = /^\d\d:\d\d$/.test(text) ? `+${text}` : text.replace(/^-00:00$/, '+00:00')
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}

/** A part of a time in a zone. Expressions ask for several parts of one moment: the latest is remembered. */
export function clockPart(name: string, zone: string): (at: Timestamp) => bigint {
  const part = CLOCK_PARTS[name] as (at: Temporal.ZonedDateTime) => number
  return ({ nanos }) => BigInt(part(zonedAt(nanos, zone)))
}

let latest = {
  nanos: 0n,
  zone: 'UTC',
  at: Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO('UTC'),
}

function zonedAt(nanos: bigint, zone: string): Temporal.ZonedDateTime {
  if (latest.nanos !== nanos || latest.zone !== zone) {
    latest = { nanos, zone, at: Temporal.Instant.fromEpochNanoseconds(nanos).toZonedDateTimeISO(zone) }
  }
  return latest.at
}

/** The parts of a duration, each as the whole duration in that unit, but milliseconds within the second. */
const DURATION_PARTS: Readonly<Record<string, (nanos: bigint) => bigint>> = {
  getHours: (nanos) => nanos / (3600n * SECOND),
  getMinutes: (nanos) => nanos / (60n * SECOND),
  getSeconds: (nanos) => nanos / SECOND,
  getMilliseconds: (nanos) => (nanos % SECOND) / 1_000_000n,
}

export const durationPart = (name: string) => DURATION_PARTS[name]
