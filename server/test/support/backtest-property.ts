import assert from 'node:assert/strict'
import { ACTIVITIES } from './activities.ts'
import { dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { backtestsOf, codesOf, digestOf } from './backtests.ts'
import { unique } from './partner.ts'
import { randomFrom } from './random.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any
type Random = (below: number) => number

/** A service that may be killed while it is called. */
export type Caller = {
  get(path: string): Promise<ApiResponse>
  /** Sends a request until it has a response that is final. */
  send(method: string, path: string, body: unknown): Promise<ApiResponse>
  /** Moves the clock, if it can be moved. */
  advance(ms: number): Promise<void>
  now(): Date
}

const HOUR_MS = 3_600_000
const TYPES = ['order.paid', 'visit']
const ZONES = ['UTC', 'Africa/Lagos', 'America/St_Johns', 'Pacific/Auckland']

const CONDITIONS = [
  null,
  'properties.total >= 20',
  'properties.missing > 3',
  'member.points < 60',
  'member.balance >= 15 && properties.total > 5',
  'member.attributes.tier == "gold"',
  'has(member.attributes.city) && member.attributes.city.startsWith("L")',
  'properties.items.exists(i, i.price * i.quantity > 12)',
  'properties.items.map(i, i.quantity).sum() >= 2',
  'activity.reference == "even" || now - activity.occurredAt > duration("1h")',
  'member.externalId == "m1" || member.joinedAt > timestamp("2001-01-01T00:00:00Z")',
]

const UNITS = ['properties.total', 'properties.items.map(i, i.price * i.quantity).sum()', 'member.points / 7']

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T
const maybe = <T>(random: Random, value: T): T | undefined => (random(2) === 0 ? value : undefined)

function randomRule(random: Random, now: Date): Record<string, unknown> {
  const trigger = () => ({ activityType: oneOf(random, TYPES), when: oneOf(random, CONDITIONS) })
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const limits = maybe(random, {
    userLimitAward: random(3) === 0 ? '-1' : `${1 + random(4)}`,
    userCoinLimit: `${10 + random(60)}`,
    userLimitPeriod: oneOf(random, ['total', 'day', 'week', 'month']),
  })
  const budget = maybe(random, {
    coinBudget: `${30 + random(200)}`,
    budgetPeriod: oneOf(random, ['total', 'day', 'week', 'month']),
  })
  const streak = maybe(random, {
    countPer: oneOf(random, ['day', 'week', 'month']),
    consecutive: random(2) === 0,
  })
  const base = {
    name: unique('rule '),
    condition: 'Did it',
    coinValue: oneOf(random, ['1', '2.5', '10', '0.07']),
    maxNumberOfParticipant: random(3) === 0 ? `${1 + random(4)}` : '1000',
    timeZone: oneOf(random, ZONES),
    priority: random(5) - 2,
    ...limits,
    ...budget,
    ...(random(4) === 0 && { startsAt: at(random(30) - 10), endsAt: at(21 + random(60)) }),
    ...(random(8) === 0 && { status: 'inactive' }),
  }
  switch (random(4)) {
    case 0:
      return { ...base, ...trigger() }
    case 1:
      return {
        ...base,
        ...trigger(),
        perUnit: true,
        unitsFrom: oneOf(random, UNITS),
        ...maybe(random, { maxCoinsPerAward: '12' }),
      }
    case 2:
      return { ...base, ...trigger(), type: 'batched', completionNumber: `${2 + random(3)}`, ...streak }
    default:
      return {
        ...base,
        type: 'combined',
        rules: Array.from({ length: 2 + random(2) }, (_, index) => ({
          name: unique('part '),
          condition: 'Did it',
          status: index > 0 && random(4) === 0 ? 'inactive' : 'active',
          ...trigger(),
        })),
      }
  }
}

function randomActivity(random: Random, members: readonly string[], now: Date): Record<string, unknown> {
  return {
    type: oneOf(random, TYPES),
    externalId: oneOf(random, members),
    ...maybe(random, { reference: oneOf(random, ['even', 'odd']) }),
    ...maybe(random, { occurredAt: new Date(now.getTime() - random(48) * HOUR_MS).toISOString() }),
    ...(random(6) > 0 && {
      properties: {
        total: random(5_000) / 100,
        items: Array.from({ length: random(4) }, () => ({
          price: random(1_000) / 100,
          quantity: 1 + random(3),
        })),
      },
    }),
  }
}

const randomAttributes = (random: Random): Record<string, unknown> => ({
  tier: oneOf(random, ['gold', 'silver', null]),
  city: oneOf(random, ['Lagos', 'Lima', 'Oslo', null]),
})

/**
 * Runs a random programme, then tries each of its rules as written: the backtest must decide what was decided. Returns
 * how many activities and rules were compared, and the outcomes that occurred.
 */
export async function compareBacktests(
  caller: Caller,
  { seed, steps }: { seed: number; steps: number },
): Promise<{ activities: number; rules: number; outcomes: Set<string> }> {
  const random = randomFrom(seed)
  const { send, get } = caller
  const dataOfSent = async (method: string, path: string, body: unknown): Promise<Data> => {
    const response = await send(method, path, body)
    assert(response.status < 300, `${method} ${path} ${JSON.stringify(response.body)}`)
    return response.body.data
  }
  const members = Array.from({ length: 6 }, (_, index) => `m${index}`)
  const users: string[] = []
  for (const externalId of members)
    users.push((await dataOfSent('POST', '/api/v1/laas/users', { externalId })).userId)
  const rules: string[] = []
  for (let count = 0; count < 7; count += 1)
    rules.push(
      (await dataOfSent('POST', '/api/v1/laas/rules/create-rule', randomRule(random, caller.now()))).id,
    )
  const from = caller.now()
  await caller.advance(1_000)

  for (let step = 0; step < steps; step += 1) {
    const kind = random(10)
    if (kind === 0)
      await dataOfSent('PATCH', `/api/v1/laas/users/${oneOf(random, users)}/attributes`, {
        attributes: randomAttributes(random),
      })
    else if (kind < 3) {
      const items = Array.from({ length: 1 + random(6) }, () => randomActivity(random, members, caller.now()))
      await dataOfSent('POST', `${ACTIVITIES}/bulk`, { activities: items })
    } else await dataOfSent('POST', ACTIVITIES, randomActivity(random, members, caller.now()))
    if (random(3) === 0) await caller.advance(random(7) * HOUR_MS)
  }
  await caller.advance(1_000)

  const activities = await allActivities(get)
  const outcomes = new Set<string>()
  for (const { evaluations } of activities)
    for (const { outcome, reason } of evaluations) outcomes.add(reason ?? outcome)
  const { run } = backtestsOf(
    {
      url: '',
      request: (method, path, { body } = {}) => send(method, path, body),
      get,
      post: (path, body) => send('POST', path, body),
    },
    { token: '' },
  )
  for (const ruleId of rules) {
    const rule = await dataOf(get(`/api/v1/laas/rules/${ruleId}`))
    const result = await run({ ruleId, from: from.toISOString(), asWritten: true })
    const where = `seed ${seed}, ${JSON.stringify({ rule, result })}`
    assert.deepEqual(
      codesOf(result).filter((code) => code !== 'not_active'),
      [],
      where,
    )
    assert.equal(result.digest, digestOf(ruleId, activities), where)
  }
  return { activities: activities.length, rules: rules.length, outcomes }
}

/** All activities of the partner, oldest first, with what came of them. */
async function allActivities(get: Caller['get']): Promise<Data[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { data, next } = await dataOf(get(`${ACTIVITIES}?limit=100${cursor}`))
    ids.push(...data.map(({ id }: Data) => id))
    if (next === null) break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  const found: Data[] = []
  for (const id of ids.reverse()) found.push(await dataOf(get(`${ACTIVITIES}/${id}?expand=evaluations`)))
  return found
}
