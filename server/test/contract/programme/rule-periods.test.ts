import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure } from '../../support/api-response.ts'
import { actionsOf, onboardTestPartner, signIn } from '../../support/partner.ts'
import { BUDGET_EXHAUSTED, orAfter, RULE_NOT_STARTED } from '../../support/refusals.ts'
import { type OwnService, useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second } = await useClockService()

type Event = { seq: number; type: string; createdAt: string; data: Record<string, never> }

/** A partner at a time of its own, with a member. */
async function openShop(time: string) {
  service.clock.now = new Date(time)
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const userId = await partner.addUser()
  const on = (api: OwnService) => ({
    award: (ruleName: string, fields: Record<string, unknown> = {}) =>
      api.post('/api/v1/laas/rules/award', { userId, ruleName, ...fields }, token),
    forecast: (ruleName: string) =>
      api.post('/api/v1/laas/rules/award?dryRun=true&expand=decision', { userId, ruleName }, token),
    change: (id: string, body: unknown) => api.request('PATCH', `/api/v1/laas/rules/${id}`, { token, body }),
  })
  const ruleEvents = async (): Promise<Event[]> => {
    const { events } = await dataOf(service.get('/api/v1/laas/events?limit=1000', token))
    return events.filter(({ type }: Event) => !/^(rule\.created|user\.)/.test(type))
  }
  return {
    ...partner,
    ...actionsOf(service, () => token),
    ...on(service),
    userId,
    onSecond: on(second),
    /** Tokens expire, so the member of the team signs in again. */
    async moveTo(later: string) {
      service.clock.now = new Date(later)
      token = (await signIn(service, partner.email)).token
    },
    read: (id: string) => dataOf(service.get(`/api/v1/laas/rules/${id}`, token)),
    reverse: (awardId: string, body: Record<string, unknown> = {}) =>
      service.post(`/api/v1/laas/rules/award/${awardId}/reverse`, body, token),
    ruleEvents,
    typesOfEvents: async () => (await ruleEvents()).map(({ type }) => type),
    lastEvent: async () => (await ruleEvents()).at(-1) as Event,
  }
}

/** "paid", "counted" or the reason of the refusal. */
function outcomeOf({ status, body }: ApiResponse): string {
  if (status === 201) return body.data.awarded ? 'paid' : 'counted'
  return body.data.appErrorCode
}

suite('a window', () => {
  test('pays from its start until before its end, midnight in Lagos, and the log says when', async () => {
    const shop = await openShop('2026-11-16T10:00:00Z')
    const rule = await shop.addRule({ startsAt: '2026-11-16T23:00:00Z', endsAt: '2026-11-18T00:00:00+01:00' })
    const early = await shop.award(rule.name)
    const sentence = orAfter(RULE_NOT_STARTED, '2026-11-16T23:00:00.000Z')
    assertFailure(early, 'refused', sentence, 'rule_not_started')
    assert.equal((await shop.lastEvent()).data.retryAt, '2026-11-16T23:00:00.000Z')

    await shop.moveTo('2026-11-16T22:59:59.999Z')
    assert.equal(outcomeOf(await shop.onSecond.award(rule.name)), 'rule_not_started')
    await shop.moveTo('2026-11-16T23:00:00.000Z')
    for (const each of [shop, shop.onSecond]) assert.equal(outcomeOf(await each.award(rule.name)), 'paid')
    await shop.moveTo('2026-11-17T22:59:59.999Z')
    assert.equal(outcomeOf(await shop.award(rule.name)), 'paid')
    await shop.moveTo('2026-11-17T23:00:00.000Z')
    for (const each of [shop, shop.onSecond])
      assert.equal(outcomeOf(await each.award(rule.name)), 'rule_ended')

    assert.equal((await shop.lastEvent()).data.retryAt, null)
    assert.deepEqual(await shop.typesOfEvents(), [
      ...['award.refused', 'award.refused'],
      ...['rule.started', 'award.paid', 'award.paid', 'award.paid'],
      ...['rule.ended', 'award.refused', 'award.refused'],
    ])
    assert.equal((await shop.read(rule.id)).version, 1)
  })

  test('that nothing happens in is recorded when it is time, or later if no process ran then', async () => {
    const shop = await openShop('2026-05-01T10:00:00Z')
    const started = await shop.addRule({ startsAt: '2026-05-01T12:00:00Z' })
    const over = await shop.addRule({ startsAt: '2026-05-01T11:00:00Z', endsAt: '2026-05-01T11:30:00Z' })
    const later = await shop.addRule({ startsAt: '2026-05-02T00:00:00Z' })
    await shop.moveTo('2026-05-01T12:00:00Z')
    await waitUntil(async () => (await shop.ruleEvents()).length >= 3, 'both rules have started')
    await shop.moveTo('2026-05-02T00:00:00Z')
    await waitUntil(async () => (await shop.ruleEvents()).length >= 4, 'the third rule has started')

    const events = (await shop.ruleEvents()).map(({ type, data, createdAt }) => [type, data.id, createdAt])
    const noon = '2026-05-01T12:00:00.000Z'
    assert.deepEqual(events, [
      ['rule.started', over.id, noon],
      ['rule.ended', over.id, noon],
      ['rule.started', started.id, noon],
      ['rule.started', later.id, '2026-05-02T00:00:00.000Z'],
    ])
    const due = await service.query('select from rules where partner_id = $1 and phase_ends_at is not null', [
      shop.partnerId,
    ])
    assert.equal(due.length, 0)
  })

  test('that a change moves has its transitions once, before the change', async () => {
    const shop = await openShop('2026-05-01T10:00:00Z')
    const rule = await shop.addRule({ startsAt: '2026-05-01T11:00:00Z' })
    await shop.moveTo('2026-05-01T11:00:00Z')
    await dataOf(shop.change(rule.id, { startsAt: '2026-05-01T12:00:00Z' }))
    assert.deepEqual(await shop.typesOfEvents(), ['rule.started', 'rule.updated'])
    assert.equal(outcomeOf(await shop.award(rule.name)), 'rule_not_started')
    await dataOf(shop.change(rule.id, { startsAt: null, endsAt: '2026-05-01T10:59:00Z' }))
    assert.deepEqual((await shop.typesOfEvents()).slice(2), [
      ...['award.refused', 'rule.updated', 'rule.started', 'rule.ended'],
    ])
    await dataOf(shop.change(rule.id, { endsAt: null }))
    assert.equal(outcomeOf(await shop.award(rule.name)), 'paid')
    assert.deepEqual((await shop.typesOfEvents()).slice(6), ['rule.updated', 'award.paid'])
  })
})

suite('a budget', () => {
  test('of a day is new at midnight of its zone, also when the clocks change', async () => {
    const shop = await openShop('2026-03-28T22:00:00Z')
    const rule = await shop.addRule({
      coinValue: '10',
      coinBudget: '25',
      budgetPeriod: 'day',
      timeZone: 'Europe/Berlin',
    })
    const payAll = async () => {
      for (const each of [shop, shop.onSecond]) assert.equal(outcomeOf(await each.award(rule.name)), 'paid')
      for (const each of [shop, shop.onSecond])
        assert.equal(outcomeOf(await each.award(rule.name)), 'budget_exhausted')
      const { data } = await shop.lastEvent()
      const { decision, ...failure } = (await shop.forecast(rule.name)).body.data
      assert.equal(decision.retryAt, data.retryAt)
      assert.equal(failure.error, orAfter(BUDGET_EXHAUSTED, String(data.retryAt)))
      return data.retryAt
    }
    assert.equal(await payAll(), '2026-03-28T23:00:00.000Z')
    await shop.moveTo('2026-03-28T22:59:59.999Z')
    assert.equal(outcomeOf(await shop.award(rule.name)), 'budget_exhausted')
    await shop.moveTo('2026-03-28T23:00:00.000Z')
    assert.equal(await payAll(), '2026-03-29T22:00:00.000Z', 'the day has 23 hours')
    await shop.moveTo('2026-03-29T22:00:00.000Z')
    assert.equal(outcomeOf(await shop.award(rule.name)), 'paid')
    const { budgetUsed, budgetPeriodStart, budgetPeriodEnd } = await shop.read(rule.id)
    assert.deepEqual(
      [budgetUsed, budgetPeriodStart, budgetPeriodEnd],
      ['10', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    )
    const exhausted = (await shop.ruleEvents()).filter(({ type }) => type === 'rule.exhausted')
    assert.deepEqual(
      exhausted.map(({ data }) => [data.budgetUsed, data.budgetPeriodStart]),
      [
        ['20', '2026-03-27T23:00:00.000Z'],
        ['20', '2026-03-28T23:00:00.000Z'],
      ],
      'once for each day',
    )
  })

  test('gets back what a wallet gave, only in the period of the award, and is exhausted once until it can pay', async () => {
    const shop = await openShop('2026-04-01T10:00:00Z')
    const rule = await shop.addRule({ coinValue: '10', coinBudget: '20', budgetPeriod: 'day' })
    const pay = async () => (await dataOf(shop.award(rule.name))).id
    const used = async () => (await shop.read(rule.id)).budgetUsed
    const [first, other] = [await pay(), await pay()]
    const exhausted = async () =>
      (await shop.typesOfEvents()).filter((type) => type === 'rule.exhausted').length
    assert.equal(await exhausted(), 1)

    await dataOf(shop.reverse(first, { coins: '4' }))
    assert.deepEqual([await used(), await exhausted()], ['16', 1])
    assert.equal(outcomeOf(await shop.award(rule.name)), 'budget_exhausted')
    await dataOf(shop.reverse(first))
    assert.deepEqual([await used(), await exhausted()], ['10', 1])
    await dataOf(shop.transfer(shop.userId, 3))
    await dataOf(shop.reverse(other, { shortfall: 'available' }))
    assert.equal(await used(), '3', 'what the wallet could not give stays spent')
    const third = await pay()
    assert.deepEqual([await used(), await exhausted()], ['13', 2])

    await shop.moveTo('2026-04-02T10:00:00Z')
    await dataOf(shop.reverse(third))
    await pay()
    assert.equal(await used(), '10', 'the payment of yesterday gave nothing back to today')
  })

  test('of all time counts everything, and one with a new period or zone begins at 0', async () => {
    const shop = await openShop('2026-04-01T10:00:00Z')
    const rule = await shop.addRule({ coinValue: '10' })
    const paid = await dataOf(shop.award(rule.name))
    await dataOf(shop.award(rule.name))
    const used = async (body: unknown) => {
      const { budgetUsed, budgetPeriodStart } = await dataOf(shop.change(rule.id, body))
      return [budgetUsed, budgetPeriodStart]
    }
    assert.deepEqual(await used({ coinBudget: '35' }), ['20', null])
    await shop.moveTo('2026-04-01T10:01:00Z')
    assert.deepEqual(await used({ budgetPeriod: 'day' }), ['0', '2026-04-01T10:01:00.000Z'])
    await dataOf(shop.award(rule.name))
    await dataOf(shop.reverse(paid.id))
    assert.equal((await shop.read(rule.id)).budgetUsed, '10', 'the award was of another period')
    const [inLagos] = await used({ timeZone: 'Africa/Lagos' })
    assert.equal(inLagos, '0', 'also when the clock has not moved since')
    assert.deepEqual(await used({ budgetPeriod: 'total' }), ['20', null])
    assert.deepEqual(await used({ timeZone: 'UTC' }), ['20', null])
    assert.deepEqual(await used({ coinBudget: '-1' }), ['0', null])
    assert.equal((await used({ coinBudget: '5', budgetPeriod: 'week' }))[0], '0')
    await shop.moveTo('2026-04-06T00:00:00Z')
    assert.equal(outcomeOf(await shop.award(rule.name)), 'budget_exhausted')
  })

  test('that is lowered only stops new payments, and the log says once that it is exhausted', async () => {
    const shop = await openShop('2026-04-01T10:00:00Z')
    const rule = await shop.addRule({ coinValue: '10', coinBudget: '100', budgetPeriod: 'day' })
    for (let count = 0; count < 5; count += 1) await dataOf(shop.award(rule.name))
    await dataOf(shop.change(rule.id, { coinBudget: '20' }))
    assert.equal(outcomeOf(await shop.award(rule.name)), 'budget_exhausted')
    await dataOf(shop.change(rule.id, { condition: 'Paid another order' }))
    await dataOf(shop.change(rule.id, { coinBudget: '30' }))
    assert.deepEqual((await shop.typesOfEvents()).slice(5), [
      ...['rule.updated', 'rule.exhausted', 'award.refused', 'rule.updated', 'rule.updated'],
    ])
    await dataOf(shop.change(rule.id, { coinBudget: '60' }))
    await dataOf(shop.award(rule.name))
    assert.deepEqual((await shop.typesOfEvents()).slice(10), ['rule.updated', 'award.paid', 'rule.exhausted'])

    await shop.moveTo('2026-04-02T10:00:00Z')
    const changed = await dataOf(shop.change(rule.id, { coinValue: '20' }))
    assert.deepEqual([changed.budgetUsed, changed.budgetPeriodStart], ['0', '2026-04-02T00:00:00.000Z'])
    assert.equal((await shop.lastEvent()).type, 'rule.updated', 'the new day can pay')
  })

  test('that refuses an amount per unit is exhausted once, although less would fit', async () => {
    const shop = await openShop('2026-04-01T10:00:00Z')
    const rule = await shop.addRule({ coinValue: '1', perUnit: true, coinBudget: '10' })
    const pay = async (units: string) => outcomeOf(await shop.award(rule.name, { units }))
    assert.deepEqual(
      [await pay('7'), await pay('3.01'), await pay('1'), await pay('5')],
      [...['paid', 'budget_exhausted', 'paid', 'budget_exhausted']],
    )
    await dataOf(shop.change(rule.id, { condition: 'Paid by card' }))
    assert.deepEqual(
      [await pay('2.01'), await pay('2'), await pay('0.01')],
      [...['budget_exhausted', 'paid', 'budget_exhausted']],
    )
    assert.deepEqual(await shop.typesOfEvents(), [
      ...['award.paid', 'award.refused', 'rule.exhausted', 'award.paid', 'award.refused', 'rule.updated'],
      ...['award.refused', 'award.paid', 'award.refused'],
    ])
  })
})

suite('limits per user', () => {
  test('of a period count anew in the next one, in the zone of the rule', async () => {
    const shop = await openShop('2026-10-24T20:30:00Z')
    const rule = await shop.addRule({
      coinValue: '10',
      userLimitAward: '3',
      userCoinLimit: '25',
      userLimitPeriod: 'day',
      timeZone: 'Asia/Beirut',
    })
    const limited = async () => {
      for (const each of [shop, shop.onSecond]) assert.equal(outcomeOf(await each.award(rule.name)), 'paid')
      assert.equal(outcomeOf(await shop.onSecond.award(rule.name)), 'user_coins_reached')
      const { data } = await shop.lastEvent()
      return data.retryAt
    }
    assert.equal(await limited(), '2026-10-24T22:00:00.000Z')
    // Clocks go back at midnight, so it is 23:00 again.
    await shop.moveTo('2026-10-24T21:30:00Z')
    assert.equal(outcomeOf(await shop.award(rule.name)), 'user_coins_reached')
    await shop.moveTo('2026-10-24T22:00:00Z')
    assert.equal(await limited(), '2026-10-25T22:00:00.000Z')
    await dataOf(shop.change(rule.id, { userCoinLimit: '-1' }))
    assert.deepEqual(
      [outcomeOf(await shop.award(rule.name)), outcomeOf(await shop.award(rule.name))],
      [...['paid', 'user_limit_reached']],
    )
  })

  test('get back what a reversal gives, in the period of the award', async () => {
    const shop = await openShop('2026-04-01T10:00:00Z')
    const rule = await shop.addRule({ userLimitAward: '1', userLimitPeriod: 'week', coinValue: '10' })
    const paid = await dataOf(shop.award(rule.name))
    await dataOf(shop.reverse(paid.id, { coins: '9' }))
    assert.equal(outcomeOf(await shop.award(rule.name)), 'user_limit_reached', 'a part is left')
    await dataOf(shop.reverse(paid.id))
    const again = await dataOf(shop.award(rule.name))
    await shop.moveTo('2026-04-06T10:00:00Z')
    await dataOf(shop.award(rule.name))
    await dataOf(shop.reverse(again.id))
    assert.equal(outcomeOf(await shop.award(rule.name)), 'user_limit_reached')
    const { data } = await shop.lastEvent()
    assert.equal(data.retryAt, '2026-04-13T00:00:00.000Z')
  })

  test('count from 0 after a change of the period or zone, and everything for all time', async () => {
    const shop = await openShop('2026-04-01T00:00:00Z')
    const rule = await shop.addRule({ userLimitAward: '1', userLimitPeriod: 'day' })
    const payOnce = async () => {
      assert.equal(outcomeOf(await shop.award(rule.name)), 'paid')
      assert.equal(outcomeOf(await shop.award(rule.name)), 'user_limit_reached')
    }
    await payOnce()
    for (const change of [
      { userLimitPeriod: 'week' },
      { userLimitPeriod: 'day' },
      { timeZone: 'Africa/Lagos' },
      { timeZone: 'UTC' },
    ]) {
      await dataOf(shop.change(rule.id, change))
      await payOnce()
    }
    await dataOf(shop.change(rule.id, { userLimitAward: '6', userLimitPeriod: 'total' }))
    await payOnce()
  })
})

test('a rule is full once, whether an award, a change or a reversal before it made it so', async () => {
  const shop = await openShop('2026-04-01T10:00:00Z')
  const rule = await shop.addRule({ maxNumberOfParticipant: '2' })
  const other = await shop.addUser()
  const full = async () => (await shop.typesOfEvents()).filter((type) => type === 'rule.full').length
  const { id } = await dataOf(shop.award(rule.name))
  await dataOf(shop.award(rule.name))
  assert.equal(await full(), 0)
  await dataOf(shop.award(rule.name, { userId: other }))
  await dataOf(shop.award(rule.name, { userId: other }))
  assert.equal(await full(), 1)
  await dataOf(shop.change(rule.id, { maxNumberOfParticipant: '1' }))
  assert.equal(await full(), 1)
  await dataOf(shop.change(rule.id, { maxNumberOfParticipant: '3' }))
  await dataOf(shop.change(rule.id, { maxNumberOfParticipant: '2' }))
  assert.equal(await full(), 2)
  await dataOf(shop.reverse(id))
  assert.equal(await full(), 2)
})
