export const EXPIRY_ENDS = ['day', 'month', 'year'] as const
type ExpiryEnd = (typeof EXPIRY_ENDS)[number]

/** How long coins live from the day on which they are available, and to the end of what. */
export type Expiry = {
  /** A period of ISO 8601 in days, months or years, such as P90D or P12M. */
  after: string
  until: ExpiryEnd
}

/** The expiry of the coins of a rule: its own, none at all, or null for that of the programme. */
export type RuleExpiry = Expiry | 'never' | null

export type ExpirySettings = {
  /** How long coins of the programme live; null for ever. */
  coinExpiry: Expiry | null
  /** How many days before they expire members are told. */
  expiryNoticeDays: number
}

export const NOTICE_DAYS_MAX = 365
export const PENDING_DAYS_MAX = 365

/** From 1 day to 10 years: 3,652 days, 120 months. */
export const EXPIRY_PERIOD =
  /^P(([1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|36[0-4]\d|365[0-2])D|([1-9]\d?|1[01]\d|120)M|([1-9]|10)Y)$/

/** Completes the sentence "<field> must …". */
export const EXPIRY_PERIOD_MUST =
  'be a period from 1 day to 10 years in days, months or years, such as P90D, P12M or P2Y'
