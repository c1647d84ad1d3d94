import type { NewRule } from '@laurel/sdk'
import { laurel } from './laurel.ts'

/** What a coin is worth at the checkout. */
export const CENTS_PER_COIN = 10

/** What the shop tells Laurel. It names no rule: those below, and any that your team adds, listen to these. */
export interface ShopActivities {
  'order.paid': {
    /** What was paid in money, in dollars. */
    total: number
    items: { product: string; category: string; price: number; quantity: number }[]
  }
  'review.written': { product: string; characters: number }
  'shop.visited': Record<string, never>
}

const CUSTOMERS_MAX = 1_000_000

/** The rules to begin with. */
const RULES: NewRule[] = [
  {
    name: 'purchase',
    condition: 'One coin for every dollar of an order',
    activityType: 'order.paid',
    unitsFrom: 'properties.total',
    coinValue: '1',
    perUnit: true,
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
  {
    name: 'every third order',
    condition: 'Every third order',
    activityType: 'order.paid',
    type: 'batched',
    completionNumber: 3,
    coinValue: '20',
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
  {
    name: 'review',
    condition: 'A review of at least 20 characters',
    activityType: 'review.written',
    when: 'properties.characters >= 20',
    coinValue: '3',
    userLimitAward: 1,
    userLimitPeriod: 'day',
    maxNumberOfParticipant: CUSTOMERS_MAX,
    shownToUsers: true,
  },
  {
    // A second visit of the day is refused, and the shop says why.
    name: 'daily bonus',
    condition: 'Came by today',
    activityType: 'shop.visited',
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
