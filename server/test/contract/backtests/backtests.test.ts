import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { activitiesOf, newType } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { BACKTEST, BACKTESTS, backtestsOf, codesOf, digestOf, LONG_AGO } from '../../support/backtests.ts'
import { clientToken, ME, newRuleBody, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { record, read: readActivity } = activitiesOf(service, partner)
const { request, read, run, ended } = backtestsOf(service, partner)

/** A rule that listens to a type of its own. */
async function addListener(changes: Record<string, unknown> = {}) {
  const activityType = newType()
  return { activityType, ...(await partner.addRule({ activityType, ...changes })) }
}

test('a backtest of a rule as it was pays what was paid', async () => {
  const [first, second] = await partner.addUsers(2)
  const rule = await addListener({ when: 'properties.total > 5', userLimitAward: '2' })
  const activities = []
  for (const [userId, properties] of [
    [first, { total: 10 }],
    [first, { total: 1 }],
    [first, {}],
    [second, { total: 10 }],
    [first, { total: 10 }],
    [first, { total: 10 }],
  ])
    activities.push(await record({ type: rule.activityType, userId, properties }, '?expand=evaluations'))
  const response = await request({ ruleId: rule.id, asWritten: true })
  assert.equal(response.status, 202)
  const { id, createdAt, to, actor, rule: terms, ...requested } = response.body.data
  assert.match(id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assert.equal(to, createdAt)
  assert.equal(actor.name, partner.email)
  assert.equal(terms.when, 'properties.total > 5')
  assert.deepEqual(requested, {
    status: 'waiting',
    progress: { activities: 0, done: 0, percent: 0 },
    result: null,
    ruleId: rule.id,
    from: LONG_AGO,
    asWritten: true,
    finishedAt: null,
  })
  const { status, progress, result } = await ended(id)
  assert.deepEqual(
    { status, progress },
    { status: 'finished', progress: { activities: 6, done: 6, percent: 100 } },
  )
  assert.deepEqual(result, {
    activities: 6,
    matched: 4,
    failed: 1,
    unreadable: 0,
    paid: 3,
    counted: 0,
    refused: [{ reason: 'user_limit_reached', count: 1 }],
    coins: '30',
    participants: 2,
    days: [{ date: createdAt.slice(0, 10), awards: 3, coins: '30' }],
    top: [
      { userId: first, coins: '20' },
      { userId: second, coins: '10' },
    ],
    digest: digestOf(rule.id, activities),
    notes: [],
  })
})

test('a new rule and changes are tried, which changes nothing', async () => {
  const userId = await partner.addUser()
  const rule = await addListener()
  for (const total of [1, 2]) await record({ type: rule.activityType, userId, properties: { total } })
  const changed = await run({ ruleId: rule.id, changes: { coinValue: '2.5', when: 'properties.total > 1' } })
  assert.deepEqual([changed.paid, changed.coins, codesOf(changed)], [1, '2.5', ['rule_changed']])
  const body = newRuleBody({
    activityType: rule.activityType,
    perUnit: true,
    coinValue: '3',
    unitsFrom: 'properties.total',
  })
  const added = await run({ rule: body })
  assert.deepEqual([added.paid, added.coins, codesOf(added)], [2, '9', ['rule_changed']])
  assert.equal(await partner.coinsOf(userId), '20')
})

test('status and window count only as written', async () => {
  const userId = await partner.addUser()
  const rule = await addListener({ status: 'inactive', endsAt: '2021-01-01T00:00:00.000Z' })
  await record({ type: rule.activityType, userId })
  const free = await run({ ruleId: rule.id })
  assert.deepEqual([free.paid, codesOf(free)], [1, ['not_active']])
  const written = await run({ ruleId: rule.id, asWritten: true })
  assert.deepEqual([written.paid, written.matched, codesOf(written)], [0, 0, ['not_active']])
})

test('members have the attributes of that time', async () => {
  const userId = await partner.addUser()
  const rule = await addListener({ when: 'member.attributes.tier == "gold"' })
  const setTier = (tier: string | null) =>
    dataOf(
      service.request('PATCH', `/api/v1/laas/users/${userId}/attributes`, {
        token: partner.token,
        body: { attributes: { tier } },
      }),
    )
  await record({ type: rule.activityType, userId })
  await setTier('gold')
  await record({ type: rule.activityType, userId })
  await setTier('silver')
  await record({ type: rule.activityType, userId })
  const result = await run({ ruleId: rule.id, asWritten: true })
  assert.deepEqual([result.paid, result.matched, result.failed, result.notes], [1, 1, 1, []])
})

test('a range of times has the activities of that range', async () => {
  const userId = await partner.addUser()
  const rule = await addListener()
  const recorded = await record({ type: rule.activityType, userId })
  const before = await run({ ruleId: rule.id, to: '2021-01-01T00:00:00.000Z' })
  assert.deepEqual([before.activities, before.paid, before.days, before.top], [0, 0, [], []])
  const { createdAt } = await readActivity(recorded.id)
  const at = await run({ ruleId: rule.id, from: createdAt })
  assert.equal(at.paid, 1)
})

test('notes name why what really happened may differ', async (t) => {
  const userId = await partner.addUser()
  const noteOf = async (id: string, changes: Record<string, unknown> = {}) =>
    codesOf(await run({ ruleId: id, asWritten: true, ...changes }))

  await t.test('another version of the rule', async () => {
    const rule = await addListener()
    await record({ type: rule.activityType, userId })
    const path = `/api/v1/laas/rules/${rule.id}`
    const body = { coinValue: '11' }
    await dataOf(service.request('PATCH', path, { token: partner.token, body }))
    assert.deepEqual(await noteOf(rule.id), ['rule_changed'])
  })
  await t.test('other terms in between, which are the same now', async () => {
    const rule = await addListener()
    const change = (coinValue: string) =>
      dataOf(
        service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
          token: partner.token,
          body: { coinValue },
        }),
      )
    await change('20')
    await change('10')
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), [])
    await change('20')
    await record({ type: rule.activityType, userId })
    await change('10')
    assert.deepEqual(await noteOf(rule.id), ['rule_changed'])
  })
  await t.test('a rule that was archived for a while', async () => {
    const rule = await addListener()
    await record({ type: rule.activityType, userId })
    const path = `/api/v1/laas/rules/${rule.id}`
    await dataOf(service.request('POST', `${path}/archive`, { token: partner.token, body: {} }))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['rule_changed', 'not_active'])
    await dataOf(service.request('POST', `${path}/restore`, { token: partner.token, body: {} }))
    await dataOf(service.request('PATCH', path, { token: partner.token, body: { status: 'active' } }))
    assert.deepEqual(await noteOf(rule.id), ['rule_changed'])
  })
  await t.test('a window that leaves out some of the time', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const rule = await addListener({ startsAt })
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['not_active'])
  })
  await t.test('a rule that was created later', async () => {
    const activityType = newType()
    await record({ type: activityType, userId })
    const rule = await partner.addRule({ activityType })
    assert.deepEqual(await noteOf(rule.id), ['not_active'])
  })
  await t.test('awards before the range', async () => {
    const rule = await addListener()
    await record({ type: rule.activityType, userId })
    const { id } = await record({ type: rule.activityType, userId })
    const { createdAt } = await readActivity(id)
    assert.deepEqual(await noteOf(rule.id, { from: createdAt }), ['counted_before'])
  })
  await t.test('completions by name before the first activity', async () => {
    const rule = await addListener({ type: 'batched', completionNumber: '3' })
    await dataOf(partner.award(userId, rule.name))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['counted_before'])
  })
  await t.test('awards by name', async () => {
    const rule = await addListener()
    await record({ type: rule.activityType, userId })
    await dataOf(partner.award(userId, rule.name))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['awarded_by_name'])
  })
  await t.test('an exclusive group', async () => {
    const rule = await addListener({ exclusiveGroup: 'seasonal' })
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['exclusive_group'])
  })
  await t.test('a reversal', async () => {
    const rule = await addListener()
    const { awards } = await record({ type: rule.activityType, userId })
    await dataOf(partner.reverse(awards[0].id))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['reversed'])
  })
  await t.test('a completion that was reversed', async () => {
    const rule = await addListener({ type: 'batched', completionNumber: '2' })
    const { awards } = await record({ type: rule.activityType, userId })
    await dataOf(partner.reverse(awards[0].id))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['reversed'])
  })
  await t.test('an order that came back', async () => {
    const reference = randomUUID()
    const rule = await addListener()
    await record({ type: rule.activityType, userId, reference })
    await dataOf(service.post('/api/v1/laas/returns', { reference, share: 0.5 }, partner.token))
    await record({ type: rule.activityType, userId })
    assert.deepEqual(await noteOf(rule.id), ['reversed'])
  })
  await t.test('an externalId that changed', async () => {
    const rule = await addListener({ when: 'member.externalId != "x"' })
    const { userId: member } = await dataOf(
      service.post('/api/v1/laas/users', { externalId: randomUUID() }, partner.token),
    )
    await record({ type: rule.activityType, userId: member })
    assert.deepEqual(await noteOf(rule.id), [])
    const path = `/api/v1/laas/users/${member}/external-id`
    await dataOf(service.request('PUT', path, { token: partner.token, body: { externalId: randomUUID() } }))
    assert.deepEqual(await noteOf(rule.id), ['member_changed'])
    const other = await addListener({ when: 'now - member.joinedAt < duration("1h")' })
    await record({ type: other.activityType, userId: member })
    assert.deepEqual(await noteOf(other.id), [])
  })
  await t.test('a payment that no wallet can take', async () => {
    const rule = await addListener({ perUnit: true, coinValue: '1000000000', unitsFrom: 'properties.total' })
    await record({ type: rule.activityType, userId, properties: { total: 1_000_000 } })
    assert.deepEqual(await noteOf(rule.id), ['balance_limit'])
  })
})

test('a limit over all rules is a note', async () => {
  const other = await onboardTestPartner(service)
  const userId = await other.addUser()
  const activityType = newType()
  const rule = await other.addRule({ activityType })
  const setLimit = (memberCoinLimit: string) =>
    dataOf(service.request('PATCH', ME, { token: other.token, body: { memberCoinLimit } }))
  await setLimit('1000')
  await activitiesOf(service, other).record({ type: activityType, userId })
  const { run: runOther } = backtestsOf(service, other)
  assert.deepEqual(codesOf(await runOther({ ruleId: rule.id, asWritten: true })), ['member_limit'])
  // Also after it was removed, for a time in which there was one.
  await setLimit('-1')
  assert.deepEqual(codesOf(await runOther({ ruleId: rule.id, asWritten: true })), ['member_limit'])
  const later = await activitiesOf(service, other).record({ type: activityType, userId })
  const { createdAt } = await activitiesOf(service, other).read(later.id)
  const unlimited = await runOther({ ruleId: rule.id, from: createdAt, asWritten: true })
  assert.deepEqual(codesOf(unlimited), ['counted_before'])
})

test('an erased member is in no result, and what the member did is unreadable', async () => {
  const userId = await partner.addUser()
  const rule = await addListener({ when: 'properties.total > 5' })
  await record({ type: rule.activityType, userId, properties: { total: 10 } })
  const before = await ended((await request({ ruleId: rule.id })).body.data.id)
  assert.deepEqual(before.result.top, [{ userId, coins: '10' }])
  await dataOf(service.post(`/api/v1/laas/users/${userId}/erase`, { forfeit: true }, partner.token))
  assert.deepEqual((await read(before.id)).result.top, [])
  const after = await run({ ruleId: rule.id, asWritten: true })
  assert.deepEqual([after.activities, after.unreadable, after.paid, after.top], [1, 1, 0, []])
  assert.deepEqual(codesOf(after), ['unreadable'])
})

test('support and clients read backtests without the members who got most', async () => {
  const userId = await partner.addUser()
  const rule = await addListener()
  await record({ type: rule.activityType, userId })
  const { id } = await ended((await request({ ruleId: rule.id })).body.data.id)
  const support = await addMember(service, partner, 'support')
  for (const token of [support.token, await clientToken(service, partner.token)]) {
    const { result } = await read(id, token)
    assert.deepEqual([result.paid, result.top], [1, []])
  }
  assert.deepEqual((await read(id)).result.top, [{ userId, coins: '10' }])
  assert.equal((await service.post(BACKTEST, { ruleId: rule.id, from: LONG_AGO }, support.token)).status, 403)
})

test('backtests are listed newest first, and one that ended cannot be cancelled', async () => {
  const other = await onboardTestPartner(service)
  const rule = await other.addRule({ activityType: newType() })
  const own = backtestsOf(service, other)
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const { id } = (await own.request({ ruleId: rule.id })).body.data
    await own.ended(id)
    ids.unshift(id)
  }
  const first = await dataOf(service.get(`${BACKTESTS}?limit=1`, other.token))
  assert.deepEqual(
    first.data.map(({ id }: { id: string }) => id),
    [ids[0]],
  )
  const second = await dataOf(service.get(`${BACKTESTS}?limit=1&cursor=${first.next}`, other.token))
  assert.deepEqual(
    second.data.map(({ id }: { id: string }) => id),
    [ids[1]],
  )
  assertFailure(
    await service.post(`${BACKTESTS}/${ids[0]}/cancel`, {}, other.token),
    'refused',
    'The backtest has ended; only one that waits or runs can be cancelled.',
    'backtest_ended',
  )
  const foreign = await service.get(`${BACKTESTS}/${ids[0]}`, partner.token)
  assertFailure(foreign, 'notFound', 'Backtest was not found.')
})

test('wrong requests are refused, and name the field', async () => {
  const rule = await addListener()
  const byName = await partner.addRule()
  const { activityType } = rule
  const bad: [Record<string, unknown>, string][] = [
    [{}, 'ruleId is required, unless there is a rule.'],
    [
      { ruleId: rule.id, rule: newRuleBody({ activityType }) },
      'ruleId must be left out when there is a rule.',
    ],
    [{ rule: newRuleBody({ activityType }), changes: {} }, 'changes must be left out when there is a rule.'],
    [
      { ruleId: byName.id },
      'ruleId must have an activityType, on the rule or on a sub-rule: a backtest tries activities.',
    ],
    [
      { rule: newRuleBody() },
      'rule must have an activityType, on the rule or on a sub-rule: a backtest tries activities.',
    ],
    [
      { ruleId: rule.id, from: '2021-01-01T00:00:00.000Z', to: '2020-01-01T00:00:00.000Z' },
      'from must be before to, and in the past.',
    ],
    [
      { ruleId: rule.id, changes: { perUnit: true } },
      'changes.unitsFrom is required for a per-unit rule with an activityType.',
    ],
    [{ ruleId: rule.id, asWritten: 'yes' }, 'asWritten must be true or false.'],
  ]
  for (const [body, detail] of bad) {
    const response = await request(body)
    assert.equal(response.status, 400, JSON.stringify(body))
    assert.equal(response.body.data.error, detail, JSON.stringify(response.body))
  }
  const expression = await request({ ruleId: rule.id, changes: { when: 'total > 5' } })
  assert.equal(expression.status, 400)
  assert.match(
    expression.body.data.error,
    /^changes\.when is no valid expression: line 1, column 1: unknown name/,
  )
  assertFailure(await request({ ruleId: randomUUID() }), 'missing', 'Rule was not found.')
  for (const from of ['yesterday', '2026-02-31T00:00:00Z', 5, null])
    assert.equal((await request({ ruleId: rule.id, from })).status, 400)
})
