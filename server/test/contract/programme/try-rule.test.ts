import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

async function newPartner() {
  const partner = await onboardTestPartner(service)
  const send = (ruleId: string, body: object, token = partner.token) =>
    service.post(`/api/v1/laas/rules/${ruleId}/try`, body, token)
  return { ...partner, send, tried: (ruleId: string, body: object) => dataOf(send(ruleId, body)) }
}

test('a rule is tried with changes that it does not have, and nothing is written', async () => {
  const { addRule, addUser, award, send, tried, partnerId } = await newPartner()
  const rule = await addRule({ coinValue: '10', maxNumberOfParticipant: '1' })
  const [userId, other] = [await addUser(), await addUser()]
  await award(userId, rule.name)
  const eventsOf = () =>
    service.query<{ last_seq: bigint }>('select last_seq from ledgers where partner_id = $1', [partnerId])
  const before = await eventsOf()

  const again = await tried(rule.id, { userId })
  assert.deepEqual(again, {
    outcome: 'paid',
    reason: null,
    coins: '10',
    counters: {
      progress: 1,
      completionNumber: 1,
      userAwards: 2,
      userLimitAward: -1,
      userCoins: null,
      userCoinLimit: '-1',
      participants: 1,
      maxNumberOfParticipant: 1,
      budgetUsed: null,
      coinBudget: '-1',
    },
    retryAt: null,
    wallet: { coins: '20', points: '20' },
  })
  const full = await tried(rule.id, { userId: other })
  assert.deepEqual([full.outcome, full.reason, full.coins], ['refused', 'rule_full', '0'])
  const raised = await tried(rule.id, {
    userId: other,
    changes: { maxNumberOfParticipant: 2, coinValue: '2.5' },
  })
  assert.deepEqual([raised.outcome, raised.coins, raised.counters.participants], ['paid', '2.5', 2])
  // A budget of all time counts what the rule paid before it had one.
  const budget = await tried(rule.id, { userId, changes: { coinBudget: '15' } })
  assert.deepEqual([budget.reason, budget.counters.budgetUsed], ['budget_exhausted', '10'])
  const limited = await tried(rule.id, { userId, changes: { userLimitAward: '1' } })
  assert.deepEqual([limited.reason, limited.counters.userAwards], ['user_limit_reached', 1])
  const paused = await tried(rule.id, { userId, changes: { status: 'inactive' } })
  assert.equal(paused.reason, 'rule_inactive')

  assert.deepEqual(await eventsOf(), before)
  assert.equal((await send(rule.id, { userId })).status, 200)
})

test('a combined rule is tried by a sub-rule, and a rule per unit with units', async () => {
  const { addRule, addUser, send, tried } = await newPartner()
  const userId = await addUser()
  const combined = await addRule({
    type: 'combined',
    rules: [
      { name: 'photo', condition: 'Has a photo' },
      { name: 'address', condition: 'Has an address' },
    ],
  })
  const counted = await tried(combined.id, { userId, ruleName: 'photo' })
  assert.deepEqual([counted.outcome, counted.counters.completionNumber], ['counted', 2])
  assert.equal((await tried(combined.id, { userId })).reason, 'combined_by_sub_rule')
  const single = await addRule({ coinValue: '0.5' })
  const perUnit = await tried(single.id, { userId, units: '19.99', changes: { perUnit: true } })
  assert.deepEqual([perUnit.outcome, perUnit.coins], ['paid', '9.99'])
  assertFailure(
    await send(single.id, { userId, changes: { perUnit: true } }),
    'invalid',
    `units is required, since "${single.name}" pays per unit.`,
  )
})

test('changes that a rule would not take are refused, and so are strangers', async () => {
  const partner = await newPartner()
  const rule = await partner.addRule()
  const userId = await partner.addUser()
  const wrong = await partner.send(rule.id, { userId, changes: { coinValue: 'ten', maxCoinsPerAward: '5' } })
  assert.equal(wrong.status, 400)
  assert.match(wrong.body.data.error, /^changes\.coinValue must be a coin amount/)
  assert.equal((await partner.send(rule.id, { userId, changes: { maxCoinsPerAward: '5' } })).status, 400)
  assert.equal((await partner.send(rule.id, { userId: randomUUID() })).status, 404)
  assert.equal((await partner.send(randomUUID(), { userId })).status, 404)
  const stranger = await onboardTestPartner(service)
  assert.equal((await partner.send(rule.id, { userId }, stranger.token)).status, 404)
  const reader = await addMember(service, partner, 'read-only')
  assert.equal((await partner.send(rule.id, { userId }, reader.token)).status, 200)
})
