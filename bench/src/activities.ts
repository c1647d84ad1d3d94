import { alternate } from './load.ts'
import { type Bench, driving } from './part.ts'
import { rateHeading, rateLine, recordRates } from './report.ts'
import { awardRequest, pick, type Request } from './requests.ts'
import { post, type SeededPartner, seedPartner } from './seed.ts'

const RULES = 20
/** Each rule matches the orders of one range. */
const RANGE = 100

/** Measures activities that one of twenty rules matches, and those that no rule asks for, against awards by name. */
export async function measureActivities(bench: Bench): Promise<void> {
  const { service, by, seconds, rounds, say } = bench
  const members = by({ full: 10_000, quick: 10_000, smoke: 1_000 })
  const partner = await seedPartner(service, { members, scores: 'distinct' })
  for (let number = 0; number < RULES; number += 1)
    await post(service, '/api/v1/laas/rules/create-rule', ruleOf(number), partner.token)

  say(`awards by name, and activities that one of ${RULES} rules or none matches, alternating`)
  const { award, matched, unheard } = await alternate(
    {
      award: driving(bench, awardRequest(partner)),
      matched: driving(bench, activityRequest(partner, 'order.paid')),
      unheard: driving(bench, activityRequest(partner, 'page.viewed')),
    },
    { seconds: 2 * seconds, rounds: by({ full: rounds, quick: 4, smoke: 1 }) },
  )
  rateHeading('Activities, 128 connections')
  rateLine('single award by name', award)
  rateLine(`activity that one of ${RULES} rules matches`, matched)
  rateLine('activity that no rule asks for', unheard)
  recordRates('activityPerAward', matched, award)
  recordRates('unheardPerAward', unheard, award)
}

const ruleOf = (number: number) => ({
  name: `orders ${number}`,
  coinValue: '10',
  maxNumberOfParticipant: '1000000000',
  condition: 'Bench',
  activityType: 'order.paid',
  when: `properties.total >= ${number * RANGE} && properties.total < ${(number + 1) * RANGE}`,
})

const activityRequest = (partner: SeededPartner, type: string) => (): Request => ({
  method: 'POST',
  path: '/api/v1/laas/activities',
  token: partner.token,
  body: {
    type,
    userId: pick(partner.users),
    properties: {
      total: Math.floor(Math.random() * RULES * RANGE),
      items: [{ sku: 'running-shoe', category: 'shoes', price: 49.9, quantity: 1 }],
    },
  },
})
