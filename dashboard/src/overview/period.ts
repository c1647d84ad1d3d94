export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]
export const PERIOD_DEFAULT: Period = 30

/** Parses the period in the address; the default period is left out of it. */
export const periodOf = (value: unknown): Period | undefined =>
  PERIODS.find((days) => days === Number(value) && days !== PERIOD_DEFAULT)
