import { addDays, dayIn, programmeZone } from '../format/time.ts'
import { oneOf } from '../layout/search-params.ts'

export const RULE_ORDERS = ['issued', 'reversed', 'net', 'name'] as const
export type RuleOrder = (typeof RULE_ORDERS)[number]

/** The month that a page of finance shows, as its address has it: this one unless it says otherwise. */
export type FinanceSearch = {
  month?: string | undefined
  /** The number of the last event that counts, so that a link shows the same figures for ever. */
  asOf?: number | undefined
  order?: RuleOrder | undefined
}

export function readFinance({ month, asOf, order }: Record<string, unknown>): FinanceSearch {
  const number = Number(asOf)
  return {
    month: isMonth(month) ? month : undefined,
    asOf: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    order: oneOf(order, RULE_ORDERS),
  }
}

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^[2-8]\d{3}-(0[1-9]|1[0-2])$/.test(value)

/** The month of today on the clocks of the programme. */
export const currentMonth = (): string => dayIn(programmeZone()).slice(0, 7)

export const monthOf = ({ month }: FinanceSearch): string => month ?? currentMonth()

export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7)

export const monthAfter = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)

/** The first and the last day of a month. */
export const daysOfMonth = (month: string) => ({
  from: `${month}-01`,
  to: addDays(`${monthAfter(month)}-01`, -1),
})

/** Leaves the current month out of the address, so that a bookmark goes with the time. */
export const monthSearch = (month: string): string | undefined =>
  month === currentMonth() ? undefined : month
