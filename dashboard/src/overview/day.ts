const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day of the ledger, which is a day in UTC: "3 Nov" as the language has it. */
export const dayText = (date: string): string => DAY.format(new Date(date))
