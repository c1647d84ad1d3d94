export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

const TOTALS = [
  'issued',
  'reversed',
  'spent',
  'paid',
  'counted',
  'refused',
  'newParticipants',
  'joined',
  'left',
] as const

/** Coins issued, reversed and spent; the others are numbers of awards and users. */
export type Totals = Record<(typeof TOTALS)[number], bigint>

/** One day (UTC) of a partner: users paid on it, and users whose latest payment was on it. */
export type Day = Totals & { date: string; participants: bigint; lastSeen: bigint }

const DAY_MS = 86_400_000

/** The last `count` days up to today, oldest first. */
export function daysUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

export const emptyDay = (date: string): Day => ({ ...sumOf([]), date, participants: 0n, lastSeen: 0n })

export const sumOf = (days: Totals[]): Totals =>
  Object.fromEntries(TOTALS.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0n)])) as Totals
