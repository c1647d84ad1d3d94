const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" for 2026-11 or a day in it. */
export const monthText = (month: string): string => MONTH.format(new Date(month))

/** The current month in UTC: 2026-11. */
export const thisMonth = (): string => new Date().toISOString().slice(0, 7)

/** The current month, or December of an earlier year. */
export function latestMonthOf(year: number | undefined): string {
  const now = thisMonth()
  return year === undefined || String(year) === now.slice(0, 4) ? now : `${year}-12`
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "Nov 3". Days of the ledger are UTC days. */
export const dayText = (date: string): string => DAY.format(new Date(date))
