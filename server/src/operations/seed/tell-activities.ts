import type { Laurel, NewRule, TypedBulkActivity } from '../../../../sdk/src/index.ts'
import type { Member } from './corrections.ts'
import type { Random } from './random.ts'

/** What both partners tell of their members. */
interface ToldActivities {
  'order.paid': {
    total: number
    channel: string
    items: { category: string; price: number; quantity: number }[]
  }
  /** A version of the app leaves out `photos`, so that the rule for them fails its evaluation. */
  'review.written': { stars: number; photos?: number }
  'app.opened': { version: string }
}

const EVERYONE = '1000000000'
const CATEGORIES = ['garden', 'kitchen', 'books', 'toys']
const CHANNELS = ['web', 'app', 'store']

/** Rules that listen to activities, with conditions of every kind. */
export const ACTIVITY_RULES: NewRule[] = [
  {
    name: 'large order',
    displayName: 'Large orders',
    activityType: 'order.paid',
    when: 'properties.total >= 80',
    coinValue: '4',
    priority: 10,
    exclusiveGroup: 'order size',
    condition: 'An order of at least 80',
    maxNumberOfParticipant: EVERYONE,
    shownToUsers: true,
  },
  {
    name: 'order in the app',
    activityType: 'order.paid',
    when: 'properties.channel == "app"',
    coinValue: '1',
    exclusiveGroup: 'order size',
    condition: 'An order in the app',
    maxNumberOfParticipant: EVERYONE,
    userLimitAward: '2',
    userLimitPeriod: 'day',
  },
  {
    name: 'kitchen in lagos',
    activityType: 'order.paid',
    when: 'has(member.attributes.city) && member.attributes.city == "Lagos"',
    perUnit: true,
    unitsFrom: 'properties.items.filter(i, i.category == "kitchen").map(i, i.price * i.quantity).sum()',
    coinValue: '0.1',
    condition: 'For each euro of kitchen goods, for members in Lagos',
    maxNumberOfParticipant: EVERYONE,
  },
  {
    name: 'review with photos',
    activityType: 'review.written',
    when: 'properties.photos > 0',
    coinValue: '3',
    condition: 'A review with a photo',
    maxNumberOfParticipant: EVERYONE,
    userLimitAward: '3',
    userLimitPeriod: 'month',
  },
]

/** Tells what members did, and adds what rules paid to their balances. */
export async function tellActivities(
  backend: Laurel,
  members: Member[],
  { random, count }: { random: Random; count: number },
): Promise<void> {
  if (members.length === 0 || count === 0) return
  const told = Array.from({ length: count }, () => {
    const member = random.pickWeighted(members)
    return { member, activity: activityOf(random, member.userId) }
  })
  const results = await backend.activities.recordMany(told.map(({ activity }) => activity))
  for (const [index, result] of results.entries()) {
    const { member } = told[index] as (typeof told)[number]
    if (!result.ok) continue
    for (const { awarded, decision } of result.data.awards)
      if (awarded) member.balance += Number(decision?.coins ?? 0)
  }
}

function activityOf(random: Random, userId: string): TypedBulkActivity<ToldActivities> {
  if (random.chance(0.3))
    return { type: 'app.opened', userId, properties: { version: random.pick(['4.1', '4.2']) } }
  if (random.chance(0.2)) {
    const photos = random.chance(0.9) ? { photos: random.whole(0, 3) } : {}
    return { type: 'review.written', userId, properties: { stars: random.whole(1, 5), ...photos } }
  }
  const items = Array.from({ length: random.whole(1, 3) }, () => ({
    category: random.pick(CATEGORIES),
    price: random.whole(300, 6_000) / 100,
    quantity: random.whole(1, 2),
  }))
  const cents = items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  return {
    type: 'order.paid',
    userId,
    reference: `WEB-${random.whole(100_000, 999_999)}`,
    properties: { total: cents / 100, channel: random.pick(CHANNELS), items },
  }
}
