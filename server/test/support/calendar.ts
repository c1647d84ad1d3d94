/** When days, weeks and months begin in a zone, found by asking at many times what the date is there. */

export type Period = 'total' | 'day' | 'week' | 'month'

const DAY_MS = 24 * 3_600_000
/** More than a month, and the most that zones differ. */
const SEARCHED_MS = 34 * DAY_MS

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in a zone, such as 2027-03-28. */
function dateIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format.format(at)
}

/** The first moment of the period that a time falls into; before all times for `total`. */
export function periodStart(period: Period, zone: string, at: number): number {
  if (period === 'total') return -Infinity
  const first = firstDate(period, dateIn(zone, at))
  return earliest(at - SEARCHED_MS, at, (time) => dateIn(zone, time) >= first)
}

/** The first moment of the next period; null for `total`, which has none. */
export function periodEnd(period: Period, zone: string, at: number): number | null {
  if (period === 'total') return null
  const first = firstDate(period, dateIn(zone, at))
  return earliest(at, at + SEARCHED_MS, (time) => firstDate(period, dateIn(zone, time)) > first)
}

function firstDate(period: Period, date: string): string {
  if (period === 'day') return date
  if (period === 'month') return `${date.slice(0, 7)}-01`
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const daysSinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  return new Date(midnight - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** The earliest time after `before`, and up to `after`, at which something that stays so has become so. */
function earliest(before: number, after: number, isSo: (time: number) => boolean): number {
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle
  }
  return high
}
