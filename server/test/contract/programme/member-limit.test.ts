import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure } from '../../support/api-response.ts'
import { actionsOf, ME, onboardTestPartner, signIn } from '../../support/partner.ts'
import { BUDGET_EXHAUSTED, MEMBER_LIMIT, orAfter } from '../../support/refusals.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const { service, second } = await useClockService()

const AWARD = '/api/v1/laas/rules/award'

/** A partner at a time of its own, with a member whom all rules pay at most 25 coins a day. */
async function openShop(time: string, settings: Record<string, unknown> = {}) {
  service.clock.now = new Date(time)
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const userId = await partner.addUser()
  const set = (body: unknown) => service.request('PATCH', ME, { token, body })
  await dataOf(set({ memberCoinLimit: '25', timeZone: 'Europe/Berlin', ...settings }))
  const rule = await partner.addRule({ coinValue: '10' })
  let calls = 0
  /** The two processes award in turn. */
  const award = (fields: Record<string, unknown> = {}, query = '') => {
    calls += 1
    const api = calls % 2 === 0 ? service : second
    return api.post(`${AWARD}${query}`, { userId, ruleName: rule.name, ...fields }, token)
  }
  return {
    ...partner,
    ...actionsOf(service, () => token),
    userId,
    rule,
    set,
    award,
    async moveTo(later: string) {
      service.clock.now = new Date(later)
      token = (await signIn(service, partner.email)).token
    },
    reverse: (id: string, body: Record<string, unknown> = {}) =>
      service.post(`${AWARD}/${id}/reverse`, body, token),
    post: (path: string, body: unknown) => service.post(path, body, token),
    get: (path: string) => dataOf(service.get(path, token)),
    /** What counts in the wallet, in hundredths. */
    async counted() {
      const [row] = await service.query<{ member_coins: bigint | null }>(
        'select member_coins from wallets where partner_id = $1 and user_id = $2',
        [partner.partnerId, userId],
      )
      return row?.member_coins
    },
  }
}

/** "paid", "counted" or the reason of the refusal. */
function outcomeOf({ status, body }: ApiResponse): string {
  if (status === 201) return body.data.awarded ? 'paid' : 'counted'
  return body.data.appErrorCode
}

const payments = async (award: () => Promise<ApiResponse>, count: number) => {
  const outcomes = []
  for (let call = 0; call < count; call += 1) outcomes.push(outcomeOf(await award()))
  return outcomes
}

suite('the limit over all rules', () => {
  test('counts what rules paid, also over days of 23 hours, and refuses with the time to try again', async () => {
    const shop = await openShop('2026-03-28T23:30:00Z')
    const other = await shop.addRule({ coinValue: '5' })
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'paid'])
    assert.equal(outcomeOf(await shop.award({ ruleName: other.name })), 'paid')
    const refused = await shop.award({ ruleName: other.name }, '?expand=decision')
    const { decision, ...failure } = refused.body.data
    assertFailure(
      { ...refused, body: { ...refused.body, data: failure } },
      'refused',
      orAfter(MEMBER_LIMIT, '2026-03-29T22:00:00.000Z'),
      'member_limit_reached',
    )
    assert.equal(refused.headers.get('laurel-refusal'), 'member_limit_reached')
    assert.deepEqual(decision, {
      outcome: 'refused',
      reason: 'member_limit_reached',
      coins: '0',
      counters: {
        progress: 0,
        completionNumber: 1,
        userAwards: 1,
        userLimitAward: -1,
        userCoins: null,
        userCoinLimit: '-1',
        participants: 1,
        maxNumberOfParticipant: 1000,
        budgetUsed: null,
        coinBudget: '-1',
        memberCoins: '25',
        memberCoinLimit: '25',
      },
      seq: decision.seq,
      ruleVersion: 1,
      retryAt: '2026-03-29T22:00:00.000Z',
    })
    const { data } = (await shop.get(`/api/v1/laas/events/${decision.seq}`)) as {
      data: Record<string, object>
    }
    assert.deepEqual(data.counters, decision.counters)
    const { decisions } = await shop.get('/api/v1/laas/decisions?reason=member_limit_reached')
    assert.deepEqual(decisions[0].counters, decision.counters)

    await shop.moveTo('2026-03-29T21:59:59.999Z')
    assert.equal(outcomeOf(await shop.award()), 'member_limit_reached')
    await shop.moveTo('2026-03-29T22:00:00.000Z')
    assert.equal(outcomeOf(await shop.award()), 'paid')
  })

  test('counts no adjustment, refund or opening, and no other member', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'paid'])
    await dataOf(
      shop.post('/api/v1/laas/coins/adjust', { userId: shop.userId, coins: '50', reason: 'Sorry' }),
    )
    const transfer = await dataOf(shop.transfer(shop.userId, 10))
    await dataOf(shop.post(`/api/v1/laas/coins/transactions/${transfer.id}/refund`, {}))
    assert.equal(await shop.counted(), 2000n)
    const five = await shop.addRule({ coinValue: '5' })
    assert.equal(outcomeOf(await shop.award({ ruleName: five.name })), 'paid')
    const userId = await shop.addUser()
    assert.equal(outcomeOf(await shop.award({ userId })), 'paid')
  })

  test('refuses only the call that would pay, after the budget, and never says when if the amount alone is more', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'paid'])
    const visits = await shop.addRule({ coinValue: '10', type: 'batched', completionNumber: '2' })
    const visit = () => shop.award({ ruleName: visits.name })
    assert.deepEqual(await payments(visit, 3), ['counted', 'member_limit_reached', 'member_limit_reached'])
    const budget = await shop.addRule({ coinValue: '10', coinBudget: '9' })
    assertFailure(
      await shop.award({ ruleName: budget.name }),
      'refused',
      BUDGET_EXHAUSTED,
      'budget_exhausted',
    )
    const large = await shop.addRule({ coinValue: '25.01' })
    assertFailure(await shop.award({ ruleName: large.name }), 'refused', MEMBER_LIMIT, 'member_limit_reached')
  })

  test('gets back from a reversal what the wallet gave, while the period of the award runs', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const first = await dataOf(shop.award())
    const next = await dataOf(shop.award())
    await dataOf(shop.reverse(first.id, { coins: '4' }))
    assert.equal(await shop.counted(), 1600n)
    await dataOf(shop.transfer(shop.userId, 13))
    // The wallet holds 3 coins: what is owed stays spent.
    await dataOf(shop.reverse(next.id, { shortfall: 'owe' }))
    assert.equal(await shop.counted(), 1300n)
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'member_limit_reached'])

    await shop.moveTo('2026-05-05T10:00:00Z')
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'paid'])
    await dataOf(shop.reverse(first.id, { coins: '1' }))
    assert.equal(await shop.counted(), 2000n)
    assert.equal(outcomeOf(await shop.award()), 'member_limit_reached')
  })

  test('is forecast by dry runs and tries, and items of a bulk call see each other', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const dryRun = await shop.award({}, '?dryRun=true')
    assert.deepEqual(
      [dryRun.body.data.decision.counters.memberCoins, dryRun.body.data.decision.counters.memberCoinLimit],
      ['10', '25'],
    )
    const awards = [1, 2, 3].map(() => ({ userId: shop.userId, ruleName: shop.rule.name }))
    for (const query of ['?dryRun=true', '']) {
      const { results } = await dataOf(shop.post(`${AWARD}/bulk${query}`, { awards }))
      assert.deepEqual(
        results.map(({ data }: { data: Record<string, unknown> }) => data.appErrorCode ?? data.awarded),
        [true, true, 'member_limit_reached'],
      )
    }
    const tried = await dataOf(
      shop.post(`/api/v1/laas/rules/${shop.rule.id}/try`, {
        userId: shop.userId,
        changes: { coinValue: '5' },
      }),
    )
    assert.deepEqual([tried.outcome, tried.counters.memberCoins], ['paid', '25'])
    const refused = await dataOf(shop.post(`/api/v1/laas/rules/${shop.rule.id}/try`, { userId: shop.userId }))
    assert.deepEqual(
      [refused.reason, refused.retryAt, refused.counters.memberCoins],
      ['member_limit_reached', '2026-05-04T22:00:00.000Z', '20'],
    )
  })
})

suite('the setting of the limit over all rules', () => {
  test('counts from 0 after a change of its period or zone, and on after a change of its amount', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const fill = () => payments(shop.award, 3)
    const full = ['paid', 'paid', 'member_limit_reached']
    assert.deepEqual(await fill(), full)
    for (const body of [{ memberLimitPeriod: 'week' }, { timeZone: 'UTC' }, { memberLimitPeriod: 'month' }]) {
      await dataOf(shop.set(body))
      assert.deepEqual(await fill(), full, JSON.stringify(body))
    }
    await dataOf(shop.set({ memberCoinLimit: '30' }))
    assert.deepEqual(await payments(shop.award, 2), ['paid', 'member_limit_reached'])
    await dataOf(shop.set({ memberCoinLimit: '5' }))
    assert.equal(outcomeOf(await shop.award()), 'member_limit_reached')
    await dataOf(shop.set({ memberCoinLimit: '-1' }))
    assert.deepEqual(await payments(shop.award, 4), ['paid', 'paid', 'paid', 'paid'])
    await dataOf(shop.set({ memberCoinLimit: '25' }))
    assert.deepEqual(await fill(), full)
    // An award of a period that was changed gives nothing back.
    const { decisions } = await shop.get('/api/v1/laas/decisions?outcome=paid&limit=100')
    await dataOf(shop.reverse(decisions.at(-1).id))
    assert.equal(outcomeOf(await shop.award()), 'member_limit_reached')
    await dataOf(shop.reverse(decisions[0].id))
    assert.equal(outcomeOf(await shop.award()), 'paid')
  })

  test('is read with the settings, changed by owners alone, and kept in the audit log', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const { memberCoinLimit, memberLimitPeriod } = await shop.get(ME)
    assert.deepEqual([memberCoinLimit, memberLimitPeriod], ['25', 'day'])
    const saved = await dataOf(shop.set({ memberCoinLimit: 12.5, memberLimitPeriod: 'month' }))
    assert.deepEqual([saved.memberCoinLimit, saved.memberLimitPeriod], ['12.5', 'month'])
    assert.deepEqual(await dataOf(shop.set(saved)), saved)
    const events = await service.query<{ detail: unknown }>(
      `select detail from audit_log where partner_id = $1 and action = 'partner_changed' order by id`,
      [shop.partnerId],
    )
    assert.deepEqual(events.at(-1)?.detail, {
      fields: ['memberCoinLimit', 'memberLimitPeriod'],
      changes: {
        memberCoinLimit: { from: '25', to: '12.5' },
        memberLimitPeriod: { from: 'day', to: 'month' },
      },
    })
    const manager = await addMember(service, shop, 'manager')
    const body = { memberCoinLimit: '1' }
    assert.equal((await service.request('PATCH', ME, { token: manager.token, body })).status, 403)
  })

  test('is refused unless it is an amount and a period', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    for (const memberCoinLimit of ['0', '-2', '0.001', '70000000000000.01', 'many', 1e20, {}, true])
      assertFailure(
        await shop.set({ memberCoinLimit }),
        'invalid',
        'memberCoinLimit must be "-1" for no maximum, or a coin amount up to 70000000000000.',
      )
    for (const memberLimitPeriod of ['total', 'year', '', 1])
      assertFailure(
        await shop.set({ memberLimitPeriod }),
        'invalid',
        'memberLimitPeriod must be one of day, week, month.',
      )
    assert.equal((await shop.get(ME)).memberCoinLimit, '25')
  })
})

test('a partner without the limit stores nothing of it, and shows no counters', async () => {
  const shop = await openShop('2026-05-04T10:00:00Z', { memberCoinLimit: '-1' })
  const paid = await shop.award({}, '?expand=decision')
  assert.equal('memberCoins' in paid.body.data.decision.counters, false)
  const rows = await service.query(
    `select w.member_coins, w.member_period_start, a.member_coins_max, a.member_period_start as started
     from wallets w
     join awards a on a.partner_id = w.partner_id and a.user_id = w.user_id
     where w.partner_id = $1`,
    [shop.partnerId],
  )
  const none = { member_coins: null, member_period_start: null, member_coins_max: null, started: null }
  assert.deepEqual(rows, [none])
})
