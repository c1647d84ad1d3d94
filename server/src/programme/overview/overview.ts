import type { Coins } from '../ledger/coin.ts'

export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

export type Totals = {
  issued: Coins
  reversed: Coins
  spent: Coins
  paid: bigint
  counted: bigint
  refused: bigint
  newParticipants: bigint
  joined: bigint
  left: bigint
}

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

export function sumOf(days: Totals[]): Totals {
  const sum = (of: keyof Totals) => days.reduce((total, day) => total + day[of], 0n)
  return {
    issued: sum('issued'),
    reversed: sum('reversed'),
    spent: sum('spent'),
    paid: sum('paid'),
    counted: sum('counted'),
    refused: sum('refused'),
    newParticipants: sum('newParticipants'),
    joined: sum('joined'),
    left: sum('left'),
  }
}
