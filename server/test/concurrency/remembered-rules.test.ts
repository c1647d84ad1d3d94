import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTIVITIES, activitiesOf, newType, summaryOf } from '../support/activities.ts'
import { dataOf } from '../support/api.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { lockLedgers } from '../support/database.ts'
import { expensiveCondition, expensiveItems } from '../support/expensive-conditions.ts'
import { newRuleBody, onboardTestPartner } from '../support/partner.ts'
import { useSharedService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

// Two processes, each of which remembers the rules.
const first = useSharedService()
const { second } = first

const BULK = `${ACTIVITIES}/bulk`

async function place() {
  const partner = await onboardTestPartner(first)
  const userId = await partner.addUser()
  const type = newType()
  const { token } = partner
  return {
    partner,
    userId,
    type,
    record: (total: number) =>
      activitiesOf(first, partner).record({ type, userId, properties: { total } }, '?expand=evaluations'),
    /** At the other process, which the first one does not hear of. */
    change: async (id: string, body: object) =>
      dataOf(second.request('PATCH', `/api/v1/laas/rules/${id}`, { token, body })),
    create: async (body: object): Promise<{ id: string; name: string }> =>
      dataOf(
        second.post('/api/v1/laas/rules/create-rule', newRuleBody({ activityType: type, ...body }), token),
      ),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
const outcomesOf = ({ evaluations }: any) => evaluations.map(({ matched, reason }: any) => matched || reason)

test('a rule that another process changed decides the next activity as it is now', async () => {
  const { record, change, create } = await place()
  const { id, name } = await create({ coinValue: '3', when: 'properties.total > 10.0' })
  assert.deepEqual(outcomesOf(await record(5)), ['condition_false'])

  await change(id, { when: 'properties.total < 10.0' })
  assert.deepEqual(summaryOf(await record(5)).awards, [[name, '3']])
  await change(id, { when: 'properties.total > 10.0' })
  assert.deepEqual(outcomesOf(await record(5)), ['condition_false'])
  await change(id, { when: null, coinValue: '4' })
  assert.deepEqual(summaryOf(await record(5)).awards, [[name, '4']])
  await change(id, { when: 'properties.name == "x"' })
  assert.deepEqual(outcomesOf(await record(5)), ['evaluation_failed'])

  const other = await create({ coinValue: '1', perUnit: true, unitsFrom: 'properties.total' })
  assert.deepEqual(summaryOf(await record(5)).awards, [[other.name, '5']])
  await change(other.id, { unitsFrom: 'properties.total * 2' })
  assert.deepEqual(summaryOf(await record(5)).awards, [[other.name, '10']])
  await change(id, { status: 'inactive' })
  await change(other.id, { unitsFrom: 'properties.total - 5.0', priority: 1 })
  assert.deepEqual(outcomesOf(await record(5)), ['no_units', 'rule_inactive'])
  await change(other.id, { activityType: newType() })
  assert.deepEqual(outcomesOf(await record(5)), ['rule_inactive'])
})

test('a rule changed between the evaluation of an activity and its batch decides as it is then', async () => {
  const { partner, record, change, create } = await place()
  const { id, name } = await create({ coinValue: '3', when: 'properties.total > 10.0' })
  await record(5)

  const ledger = await lockLedgers(first, partner)
  const changing = change(id, { when: 'properties.total < 10.0' })
  await waitUntil(async () => (await ledger.countWaiting()) >= 1, 'the change waits for the ledger')
  const recording = record(5)
  await waitUntil(async () => (await ledger.countWaiting()) >= 2, 'the evaluated activity waits too')
  await ledger.letGo()
  await changing
  assert.deepEqual(summaryOf(await recording).awards, [[name, '3']])
})

test('many activities whose rule became expensive while they waited are decided by it, in order', async () => {
  const { partner, userId, type, record, change, create } = await place()
  const { id } = await create({ coinValue: '3', when: 'false' })
  await record(5)

  const ledger = await lockLedgers(first, partner)
  const when = expensiveCondition()
  const changing = change(id, { when, coinBudget: '60', coinValue: '1', maxNumberOfParticipant: '5' })
  await waitUntil(async () => (await ledger.countWaiting()) >= 1, 'the change waits for the ledger')
  const properties = { items: expensiveItems(200) }
  // An activity in between whose expression fails affects no neighbour.
  const activities = Array.from({ length: 100 }, (_, index) => ({
    type,
    userId,
    properties: index % 10 === 5 ? { items: expensiveItems(201) } : properties,
  }))
  const recording = first.post(BULK, { activities }, partner.token)
  await waitUntil(async () => (await ledger.countWaiting()) >= 2, 'the evaluated activities wait too')
  await ledger.letGo()
  await changing

  const { body }: ApiResponse = await recording
  const results = body.data.results.map(({ data }: ApiResponse['body']) => data)
  const paid = results.flatMap(({ awards }: { awards: unknown[] }, index: number) =>
    awards.length > 0 ? [index] : [],
  )
  const matching = Array.from({ length: 100 }, (_, index) => index).filter((index) => index % 10 !== 5)
  assert.deepEqual(paid, matching.slice(0, 60), 'the first ones that match use the budget')
  const seqs = results.map(({ seq }: { seq: number }) => seq)
  assert.deepEqual(
    seqs,
    seqs.toSorted((left: number, right: number) => left - right),
  )
  assert.equal(await partner.coinsOf(userId), '60')
  const rule = await dataOf(first.get(`/api/v1/laas/rules/${id}`, partner.token))
  assert.equal(rule.budgetUsed, '60')
})
