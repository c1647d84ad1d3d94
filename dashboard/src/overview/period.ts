export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]
export const PERIOD_DEFAULT: Period = 30

/** The period that an address asks for, unless it is the usual one. */
export const periodOf = (value: unknown): Period | undefined =>
  PERIODS.find((days) => days === Number(value) && days !== PERIOD_DEFAULT)
