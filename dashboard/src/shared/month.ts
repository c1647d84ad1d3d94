const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" for 2026-11, or for any day in it. */
export const monthText = (month: string): string => MONTH.format(new Date(month))

/** The month that is running, in UTC: 2026-11. */
export const thisMonth = (): string => new Date().toISOString().slice(0, 7)
