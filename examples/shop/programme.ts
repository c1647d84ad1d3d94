import type { NewRule } from '@laurel/sdk'
import { laurel } from './laurel.ts'

/** What a coin is worth at the checkout. */
export const CENTS_PER_COIN = 10

/** Pays for each dollar of an order. */
export const PURCHASE = 'purchase'
/** Counts orders, and pays on each third. */
export const THIRD_ORDER = 'every third order'
/** Pays once a day. A second try is refused, and the shop says why. */
export const DAILY_BONUS = 'daily bonus'

const CUSTOMERS_MAX = 1_000_000

const RULES: NewRule[] = [
  {
    name: PURCHASE,
    condition: 'One coin for every dollar of an order',
    coinValue: '1',
    perUnit: true,
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
  {
    name: THIRD_ORDER,
    condition: 'Every third order',
    type: 'batched',
    completionNumber: 3,
    coinValue: '20',
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
  {
    name: DAILY_BONUS,
    condition: 'Came by today',
    coinValue: '2',
    userLimitAward: 1,
    userLimitPeriod: 'day',
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
]

/** Creates the rules that are missing. Those that exist stay as your team changed them on the dashboard. */
export async function createRules(): Promise<void> {
  const existing = new Set((await laurel.rules.list().all()).map(({ name }) => name))
  for (const rule of RULES) if (!existing.has(rule.name)) await laurel.rules.create(rule)
}
