import type { Coins } from './coin.ts'

export const MEMBER_LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type MemberLimitPeriod = (typeof MEMBER_LIMIT_PERIODS)[number]

/** How many coins all rules of a partner together may pay one member in a period. */
export type MemberLimit = {
  /** Null for no maximum. */
  memberCoinsMax: Coins | null
  memberLimitPeriod: MemberLimitPeriod
  /** Periods are counted from this time on; null means always. */
  memberLimitSince: Date | null
  /** That of the programme, in which periods begin. */
  timeZone: string
}
