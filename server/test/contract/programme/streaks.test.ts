import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure } from '../../support/api-response.ts'
import { newRuleBody, onboardTestPartner, signIn, unique } from '../../support/partner.ts'
import { ALREADY_COUNTED, orAfter } from '../../support/refusals.ts'
import { useClockService } from '../../support/service.ts'

const { service, second } = await useClockService()

const RULES = '/api/v1/laas/rules'

/** A partner at a time of its own, with a member and a rule of three days in a row. */
async function openShop(time: string, terms: Record<string, unknown> = {}) {
  service.clock.now = new Date(time)
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const userId = await partner.addUser()
  const create = (changes: Record<string, unknown>) =>
    service.post(`${RULES}/create-rule`, newRuleBody(changes), token)
  const rule = await dataOf(
    create({
      type: 'batched',
      completionNumber: '3',
      countPer: 'day',
      consecutive: true,
      timeZone: 'Europe/Berlin',
      shownToUsers: true,
      ...terms,
    }),
  )
  let calls = 0
  /** The two processes award in turn. */
  const award = (fields: Record<string, unknown> = {}, query = '') => {
    calls += 1
    const api = calls % 2 === 0 ? service : second
    return api.post(`${RULES}/award${query}`, { userId, ruleName: rule.name, ...fields }, token)
  }
  return {
    ...partner,
    rule,
    userId,
    create,
    award,
    async moveTo(later: string) {
      service.clock.now = new Date(later)
      token = (await signIn(service, partner.email)).token
    },
    async awardAt(later: string) {
      service.clock.now = new Date(later)
      token = (await signIn(service, partner.email)).token
      return award()
    },
    change: (body: unknown) => service.request('PATCH', `${RULES}/${rule.id}`, { token, body }),
    reverse: (awardId: string, query = '') =>
      service.post(`${RULES}/award/${awardId}/reverse${query}`, {}, token),
    get: (path: string) => dataOf(service.get(path, token)),
    post: (path: string, body: unknown) => service.post(path, body, token),
    /** "1 of 3", with the days until when it counted and lives. */
    async progress(): Promise<string> {
      const { data } = await dataOf(service.get(`/api/v1/laas/users/${userId}/progress`, token))
      const { progress, needed, countedUntil, streakEndsAt } = data[0]
      return [
        `${progress} of ${needed}`,
        ...(countedUntil ? [`counted until ${countedUntil}`] : []),
        ...(streakEndsAt ? [`ends ${streakEndsAt}`] : []),
      ].join(', ')
    },
  }
}

/** "paid", "counted" or the reason of the refusal. */
function outcomeOf({ status, body }: ApiResponse): string {
  if (status === 201) return body.data.awarded ? 'paid' : 'counted'
  return body.data.appErrorCode
}

suite('a streak', () => {
  test('counts one award a day, and pays for three days in a row, also when the clocks change', async () => {
    const shop = await openShop('2026-03-27T22:30:00Z')
    assert.equal(outcomeOf(await shop.award()), 'counted')
    const again = await shop.award()
    assertFailure(again, 'refused', orAfter(ALREADY_COUNTED, '2026-03-27T23:00:00.000Z'), 'already_counted')
    assert.equal(again.headers.get('laurel-refusal'), 'already_counted')
    assert.equal(
      await shop.progress(),
      '1 of 3, counted until 2026-03-27T23:00:00.000Z, ends 2026-03-28T23:00:00.000Z',
    )
    assert.equal(outcomeOf(await shop.awardAt('2026-03-28T22:59:59.999Z')), 'counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-03-28T23:00:00.000Z')), 'paid')
    assert.equal(await shop.progress(), '0 of 3, counted until 2026-03-29T22:00:00.000Z')
    // The day has 23 hours, and the payment counted for it.
    assert.equal(outcomeOf(await shop.awardAt('2026-03-29T21:59:59.999Z')), 'already_counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-03-29T22:00:00.000Z')), 'counted')
    assert.equal(
      await shop.progress(),
      '1 of 3, counted until 2026-03-30T22:00:00.000Z, ends 2026-03-31T22:00:00.000Z',
    )
  })

  test('begins again at 1 after a day without an award, and a refused one is none', async () => {
    const shop = await openShop('2026-10-24T10:00:00Z')
    assert.equal(outcomeOf(await shop.award()), 'counted')
    await dataOf(shop.change({ status: 'inactive' }))
    assert.equal(outcomeOf(await shop.awardAt('2026-10-25T22:59:00Z')), 'rule_inactive')
    await dataOf(shop.change({ status: 'active' }))
    assert.equal(await shop.progress(), '1 of 3, ends 2026-10-25T23:00:00.000Z')
    await shop.moveTo('2026-10-25T23:00:00Z')
    assert.equal(await shop.progress(), '0 of 3')
    const counted = await shop.award({}, '?expand=decision')
    assert.deepEqual(counted.body.data.decision, {
      outcome: 'counted',
      reason: null,
      coins: '0',
      counters: {
        progress: 1,
        completionNumber: 3,
        userAwards: 0,
        userLimitAward: -1,
        userCoins: null,
        userCoinLimit: '-1',
        participants: 0,
        maxNumberOfParticipant: 1000,
        budgetUsed: null,
        coinBudget: '-1',
      },
      seq: counted.body.data.decision.seq,
      ruleVersion: 3,
    })
  })

  test('is forecast by a dry run and by a try, and its decision is kept with the time to try again', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    await dataOf(shop.award())
    const dryRun = await shop.award({}, '?dryRun=true&expand=decision')
    assert.equal(dryRun.body.data.appErrorCode, 'already_counted')
    assert.equal(dryRun.body.data.decision.retryAt, '2026-05-04T22:00:00.000Z')
    const tried = await dataOf(shop.post(`${RULES}/${shop.rule.id}/try`, { userId: shop.userId }))
    assert.deepEqual(
      [tried.outcome, tried.reason, tried.counters.progress, tried.retryAt],
      ['refused', 'already_counted', 1, '2026-05-04T22:00:00.000Z'],
    )
    const byCall = { userId: shop.userId, changes: { countPer: 'call' } }
    const counted = await dataOf(shop.post(`${RULES}/${shop.rule.id}/try`, byCall))
    assert.deepEqual([counted.outcome, counted.counters.progress], ['counted', 2])

    const bulk = await dataOf(
      shop.post(`${RULES}/award/bulk`, {
        awards: [1, 2].map(() => ({ userId: shop.userId, ruleName: shop.rule.name })),
      }),
    )
    const sentence = orAfter(ALREADY_COUNTED, '2026-05-04T22:00:00.000Z')
    for (const result of bulk.results)
      assert.deepEqual([result.data.appErrorCode, result.data.error], ['already_counted', sentence])
    const { decisions } = await shop.get('/api/v1/laas/decisions?reason=already_counted')
    const [decision] = decisions
    assert.equal(decisions.length, 2)
    assert.deepEqual(
      [decision.explanation, decision.retryAt, decision.counters.progress],
      [sentence, '2026-05-04T22:00:00.000Z', 1],
    )
  })

  test('counts once, however many calls come at once', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const outcomes = (await Promise.all(Array.from({ length: 24 }, () => shop.award()))).map(outcomeOf)
    assert.deepEqual(outcomes.toSorted(), [...Array(23).fill('already_counted'), 'counted'])
  })
})

suite('a reversed completion', () => {
  test('of the running streak lowers it by one', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const first = await dataOf(shop.award())
    await dataOf(shop.awardAt('2026-05-05T10:00:00Z'))
    await dataOf(shop.reverse(first.id))
    assert.equal(
      await shop.progress(),
      '1 of 3, counted until 2026-05-05T22:00:00.000Z, ends 2026-05-06T22:00:00.000Z',
    )
    assert.equal(outcomeOf(await shop.award()), 'already_counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-05-06T10:00:00Z')), 'counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-05-07T10:00:00Z')), 'paid')
  })

  test('frees its day while that runs if it is the latest, and the one before counts as the last', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    await dataOf(shop.award())
    const latest = await dataOf(shop.awardAt('2026-05-05T10:00:00Z'))
    assert.equal((await shop.reverse(latest.id, '?dryRun=true')).status, 200)
    await dataOf(shop.reverse(latest.id))
    assert.equal(await shop.progress(), '1 of 3, ends 2026-05-05T22:00:00.000Z')
    assert.equal(outcomeOf(await shop.award()), 'counted')
    assert.equal(
      await shop.progress(),
      '2 of 3, counted until 2026-05-05T22:00:00.000Z, ends 2026-05-06T22:00:00.000Z',
    )
  })

  test('of an earlier day leaves that taken, so the streak goes on one lower', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    await dataOf(shop.award())
    const latest = await dataOf(shop.awardAt('2026-05-05T10:00:00Z'))
    await shop.moveTo('2026-05-06T10:00:00Z')
    await dataOf(shop.reverse(latest.id))
    assert.equal(await shop.progress(), '1 of 3, ends 2026-05-06T22:00:00.000Z')
    assert.equal(outcomeOf(await shop.award()), 'counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-05-07T10:00:00Z')), 'paid')
  })

  test('from before the running streak is taken back without changing the count', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const early = await dataOf(shop.award())
    await dataOf(shop.awardAt('2026-05-06T10:00:00Z'))
    const reversed = await dataOf(shop.reverse(early.id))
    assert.deepEqual([reversed.awarded, reversed.coins], [false, '0'])
    assert.equal(
      await shop.progress(),
      '1 of 3, counted until 2026-05-06T22:00:00.000Z, ends 2026-05-07T22:00:00.000Z',
    )
    assert.equal(outcomeOf(await shop.reverse(early.id)), 'already_reversed')
  })

  test('that a payment used is refused, and a reversed payment changes neither streak nor day', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z', { completionNumber: '2' })
    const first = await dataOf(shop.award())
    const paid = await dataOf(shop.awardAt('2026-05-05T10:00:00Z'))
    assert.equal(outcomeOf(await shop.reverse(first.id)), 'completion_used')
    await dataOf(shop.reverse(paid.id))
    assert.equal(await shop.progress(), '0 of 2, counted until 2026-05-05T22:00:00.000Z')
    assert.equal(outcomeOf(await shop.award()), 'already_counted')
  })

  test('that is the first of all leaves nothing, and goes with the return of its order', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z', { consecutive: false, countPer: 'week' })
    const reference = unique('order-')
    await dataOf(shop.award({ reference }))
    assert.equal(await shop.progress(), '1 of 3, counted until 2026-05-10T22:00:00.000Z')
    await dataOf(shop.post('/api/v1/laas/returns', { reference, share: '1' }))
    assert.equal(await shop.progress(), '0 of 3')
    assert.equal(outcomeOf(await shop.award()), 'counted')
  })
})

suite('the terms of a streak', () => {
  test('fit batched rules only, and one in a row needs a period', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const single = await dataOf(shop.create({}))
    const changeSingle = (body: unknown) =>
      service.request('PATCH', `${RULES}/${single.id}`, { token: shop.token, body })
    for (const respond of [shop.create, changeSingle]) {
      assertFailure(
        await respond({ countPer: 'day' }),
        'invalid',
        'countPer must be call unless the rule is batched.',
      )
      assertFailure(
        await respond({ consecutive: true }),
        'invalid',
        'consecutive must be false unless countPer is day, week or month.',
      )
      assertFailure(
        await respond({ countPer: 'total' }),
        'invalid',
        'countPer must be one of call, day, week, month.',
      )
      assertFailure(await respond({ consecutive: 'yes' }), 'invalid', 'consecutive must be true or false.')
    }
    const sentBack = await shop.change({ ...shop.rule })
    assert.deepEqual([sentBack.status, sentBack.body.data.version], [200, 1])
  })

  test('change with the rule, and come back with a version; call takes the row with it', async () => {
    const shop = await openShop('2026-05-04T10:00:00Z')
    const { countPer, consecutive, version } = await dataOf(shop.change({ countPer: 'call' }))
    assert.deepEqual([countPer, consecutive, version], ['call', false, 2])
    const restored = await dataOf(shop.post(`${RULES}/${shop.rule.id}/versions/1/restore`, {}))
    assert.deepEqual([restored.countPer, restored.consecutive, restored.version], ['day', true, 3])
    const { data } = await shop.get(`${RULES}/${shop.rule.id}/versions`)
    assert.deepEqual(
      data.map((each: { countPer: string; consecutive: boolean }) => [each.countPer, each.consecutive]),
      [
        ['day', true],
        ['call', false],
        ['day', true],
      ],
    )
  })

  test('decide by the zone and period of now about the latest completion', async () => {
    const shop = await openShop('2026-05-04T21:30:00Z')
    await dataOf(shop.award())
    await dataOf(shop.change({ timeZone: 'UTC' }))
    assert.equal(outcomeOf(await shop.awardAt('2026-05-04T22:30:00Z')), 'already_counted')
    await dataOf(shop.change({ countPer: 'call' }))
    assert.equal(outcomeOf(await shop.award()), 'counted')
    await dataOf(shop.change({ countPer: 'month' }))
    assert.equal(outcomeOf(await shop.award()), 'already_counted')
    assert.equal(outcomeOf(await shop.awardAt('2026-06-01T00:00:00Z')), 'paid')
  })
})

test('a rule without periods stores none', async () => {
  const shop = await openShop('2026-05-04T10:00:00Z', { countPer: 'call', consecutive: false })
  for (let count = 0; count < 2; count += 1) await dataOf(shop.award())
  const rows = await service.query(
    `select p.counted_at, p.streak_seq, a.count_start, a.counted_before
     from rule_progress p
     join awards a on a.partner_id = p.partner_id and a.rule_id = p.rule_id
     where p.partner_id = $1`,
    [shop.partnerId],
  )
  const none = { counted_at: null, streak_seq: null, count_start: null, counted_before: null }
  assert.deepEqual(rows, [none, none])
})
