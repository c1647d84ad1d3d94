import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newType } from '../../support/activities.ts'
import { assertFailure } from '../../support/api-response.ts'
import { newRuleBody, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const create = (changes: Record<string, unknown>) =>
  service.post('/api/v1/laas/rules/create-rule', newRuleBody(changes), partner.token)

async function addRules(count: number, changes: Record<string, unknown>): Promise<void> {
  for (let made = 0; made < count; made += 1) assert.equal((await create(changes)).status, 201)
}

test('at most 50 rules and sub-rules listen to one type', async () => {
  const activityType = newType()
  await addRules(50, { activityType })
  assertFailure(
    await create({ activityType }),
    'invalid',
    `activityType must be that of at most 50 rules and sub-rules; 50 others have "${activityType}".`,
  )
  assert.equal((await create({ activityType: newType() })).status, 201)
})

test('the expressions of one type have at most 20,000 characters together', async () => {
  const activityType = newType()
  const when = `properties.name != "${'x'.repeat(1_977)}"`
  assert.equal(when.length, 1_998)
  await addRules(10, { activityType, when })
  assertFailure(
    await create({ activityType, when }),
    'invalid',
    `when must be shorter: with it, the expressions for "${activityType}" have 21978 characters; together they may have 20000.`,
  )
  assert.equal((await create({ activityType, when: 'true' })).status, 201)
})

test('the expressions of one type take at most 100,000 steps together', async () => {
  const activityType = newType()
  const when = 'properties.items.exists(i, properties.items.exists(j, i.a == j.b))'
  await addRules(1, { activityType, when: 'true' })
  const responses = []
  while (responses.at(-1)?.status !== 400 && responses.length < 50)
    responses.push(
      await create({ activityType, when: 'properties.items.all(i, i.price > 1 && i.quantity > 2)' }),
    )
  const refused = responses.at(-1)
  assert(refused)
  assert.match(
    refused.body.data.error,
    /^when must be shorter: with it, the expressions for ".+" take up to \d+ steps, of which it takes \d+; together they may take 100000\.$/,
  )
  assert.equal((await create({ activityType, when })).status, 400)
})
