import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const userId = await partner.addUser()

/** A rule or sub-rule that is only awarded by name. */
const NO_ACTIVITY = { activityType: null, when: null }

const read = (id: string) => service.get(`/api/v1/laas/rules/${id}`, partner.token)
const change = (id: string, body: unknown) =>
  service.request('PATCH', `/api/v1/laas/rules/${id}`, { token: partner.token, body })
const award = (name: string, who = userId) => partner.award(who, name)
const awarded = async (name: string, who = userId) => (await dataOf(award(name, who))).awarded

const CHANGED = 'Rule changed successfully'

const part = (name: string, status?: string) => ({ name, condition: 'Did it', ...(status && { status }) })

test('rules are listed newest first, page by page', async () => {
  const other = await onboardTestPartner(service)
  const rules = []
  for (let count = 0; count < 3; count += 1) rules.unshift(await other.addRule())
  const list = async (query: string) => service.get(`/api/v1/laas/rules?${query}`, other.token)
  const answer = await list('limit=2')
  const ids = (await list('limit=2')).body.data.data.map((rule: { id: string }) => rule.id)

  assert.deepEqual(ids, [rules[0]?.id, rules[1]?.id])
  const { data, next, ...links } = answer.body.data
  assert.deepEqual(links, { count: 3, currentpage: 1, nextpage: 2, prevpage: null, lastpage: 2 })
  assert.equal((await list(`limit=2&cursor=${next}`)).body.data.data[0].id, rules[2]?.id)
  assert.deepEqual(data[0], (await service.get(`/api/v1/laas/rules/${ids[0]}`, other.token)).body.data)
  assertSuccess(await list('page=7'), 200, 'Rules returned', {
    data: [],
    count: 3,
    currentpage: 7,
    nextpage: null,
    prevpage: 1,
    lastpage: 1,
    next: null,
  })
})

test('full rules are listed apart from those that can pay further users', async () => {
  const other = await onboardTestPartner(service)
  const [full, open] = [await other.addRule({ maxNumberOfParticipant: '1' }), await other.addRule()]
  await other.award(await other.addUser(), full.name)
  const list = async (query: string) => {
    const answer = await service.get(`/api/v1/laas/rules${query}`, other.token)
    return answer.body.data.data.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await list('?participants=full'), [full.id])
  assert.deepEqual(await list('?participants=open'), [open.id])
  assert.deepEqual(await list(''), [open.id, full.id])
})

test('a rule is read with everything that is known of it', async () => {
  const [first, second] = [unique('part '), unique('part ')]
  const rule = await partner.addRule({
    type: 'combined',
    userLimitAward: 1,
    rules: [part(first), part(second, 'inactive')],
  })
  await award(first)
  const answer = await read(rule.id)

  assertSuccess(answer, 200, 'Rule returned', {
    ...rule,
    type: 'combined',
    completionNumber: '1',
    countPer: 'call',
    consecutive: false,
    userLimitAward: '1',
    userLimitPeriod: 'total',
    userCoinLimit: '-1',
    perUnit: false,
    maxCoinsPerAward: '-1',
    startsAt: null,
    endsAt: null,
    coinBudget: '-1',
    budgetPeriod: 'total',
    timeZone: 'UTC',
    displayName: null,
    archivedAt: null,
    shownToUsers: false,
    ...NO_ACTIVITY,
    unitsFrom: null,
    priority: 0,
    exclusiveGroup: null,
    pendingDays: 0,
    coinExpiry: null,
    budgetUsed: '0',
    budgetPeriodStart: null,
    budgetPeriodEnd: null,
    rules: [
      { name: first, condition: 'Did it', status: 'active', ...NO_ACTIVITY },
      { name: second, condition: 'Did it', status: 'inactive', ...NO_ACTIVITY },
    ],
    participants: '1',
    version: 1,
    createdAt: answer.body.data.createdAt,
    updatedAt: answer.body.data.updatedAt,
  })
})

test('an unknown rule and a rule of another partner are not found', async () => {
  const theirs = await (await onboardTestPartner(service)).addRule()

  for (const id of [randomUUID(), theirs.id]) {
    assertFailure(await read(id), 'notFound', 'Rule was not found.')
    assertFailure(await change(id, { status: 'inactive' }), 'notFound', 'Rule was not found.')
  }
})

test('a change responds with the rule as it is now, and other fields stay', async () => {
  const rule = await partner.addRule({ type: 'batched', completionNumber: '4' })
  const before = (await read(rule.id)).body.data
  const changes = {
    status: 'inactive',
    coinValue: '2.5',
    condition: 'Paid two orders',
    maxNumberOfParticipant: '7',
    completionNumber: '3',
    userLimitAward: '2',
  }
  const answer = await change(rule.id, changes)
  const { updatedAt } = answer.body.data

  assert.ok(updatedAt > before.updatedAt)
  assertSuccess(answer, 200, CHANGED, { ...before, ...changes, version: 2, updatedAt })
  assert.deepEqual((await read(rule.id)).body.data, answer.body.data)
})

test('JSON numbers are taken in a change as well', async () => {
  const rule = await partner.addRule({ type: 'batched', completionNumber: '4' })
  const { body } = await change(rule.id, {
    coinValue: 2.5,
    maxNumberOfParticipant: 7,
    completionNumber: 3,
    userLimitAward: -1,
  })

  assert.deepEqual(
    [
      body.data.coinValue,
      body.data.maxNumberOfParticipant,
      body.data.completionNumber,
      body.data.userLimitAward,
    ],
    ['2.5', '7', '3', '-1'],
  )
})

test('a change of nothing leaves the rule and its time as they were', async () => {
  const rule = await partner.addRule()
  const before = (await read(rule.id)).body.data

  assertSuccess(await change(rule.id, {}), 200, CHANGED, before)
  assertSuccess(await change(rule.id, { status: 'active', coinValue: '10.00' }), 200, CHANGED, before)
})

test('a new coin value counts for the awards to come', async () => {
  const user = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10' })
  await award(rule.name, user)
  await change(rule.id, { coinValue: '1' })
  await award(rule.name, user)
  const paid = await service.query('select coins::text from awards where rule_id = $1 order by seq', [
    rule.id,
  ])

  assert.deepEqual(paid, [{ coins: '1000' }, { coins: '100' }])
})

test('progress at or past a lowered completionNumber pays on the next call', async () => {
  const rule = await partner.addRule({ type: 'batched', completionNumber: '10' })
  for (let call = 0; call < 4; call += 1) assert.equal(await awarded(rule.name), false)
  await change(rule.id, { completionNumber: '2' })

  assert.equal(await awarded(rule.name), true)
  assert.equal(await awarded(rule.name), false)
  assert.equal(await awarded(rule.name), true)
})

test('a sub-rule that is added is needed from then on', async () => {
  const user = await partner.addUser()
  const rule = await partner.addCombinedRule(2)
  const [a, b] = rule.parts
  const c = unique('part ')
  await award(a, user)
  const { body } = await change(rule.id, { rules: [part(c), part(a), part(b)] })

  assert.deepEqual(
    body.data.rules.map((sub: { name: string }) => sub.name),
    [c, a, b],
  )
  assert.equal(await awarded(b, user), false)
  assert.equal(await awarded(c, user), true)
})

test('a sub-rule with history cannot be left out, only deactivated', async () => {
  const rule = await partner.addCombinedRule(2)
  const [a, b] = rule.parts
  await award(a)

  assertFailure(
    await change(rule.id, { rules: [part(b)] }),
    'invalid',
    `rules must still name "${a}", which has awards; set its status to inactive instead.`,
  )
  assert.equal((await change(rule.id, { rules: [part(a, 'inactive'), part(b)] })).status, 200)
})

test('a sub-rule without history can be left out, and its name is free again', async () => {
  const rule = await partner.addCombinedRule(2)
  const [a, b] = rule.parts
  const answer = await change(rule.id, { rules: [part(a)] })

  assert.deepEqual(answer.body.data.rules, [{ ...part(a, 'active'), ...NO_ACTIVITY }])
  assertFailure(await award(b), 'missing', 'Rule was not found.')
  assert.equal((await partner.addRule({ name: b })).name, b)
})

test('a refused call is history too', async () => {
  const rule = await partner.addCombinedRule(2)
  const [a, b] = rule.parts
  await change(rule.id, { status: 'inactive' })
  assert.equal((await award(a)).status, 400)

  assert.equal((await change(rule.id, { rules: [part(b)] })).status, 400)
})

test('a sub-rule cannot be added under a name that is taken', async () => {
  const rule = await partner.addCombinedRule(1)
  const [a] = rule.parts
  const { name } = await partner.addRule()

  for (const taken of [name, rule.name]) {
    assertFailure(
      await change(rule.id, { rules: [part(a), part(taken)] }),
      'taken',
      `The rule name "${taken}" is already taken; choose another one.`,
    )
  }
})

test('what does not fit the type of a rule is refused', async () => {
  const single = await partner.addRule()
  const combined = await partner.addCombinedRule(1)

  assertFailure(
    await change(single.id, { completionNumber: '2', rules: [part(unique('part '))], condition: ' ' }),
    'invalid',
    'completionNumber must be 1 unless the rule is batched; rules must be left out unless the rule is combined; condition is required.',
  )
  assertFailure(await change(combined.id, { rules: [] }), 'invalid', 'rules must name at least one sub-rule.')
  assert.equal((await change(combined.id, { condition: '' })).status, 200)
})

test('the name and the type of a rule cannot be changed', async () => {
  const rule = await partner.addRule()

  assertFailure(
    await change(rule.id, { name: 'other', type: 'batched' }),
    'invalid',
    'name cannot be changed; type cannot be changed.',
  )
})

test('all wrong fields of a change are named in one response', async () => {
  const rule = await partner.addRule()

  assertFailure(
    await change(rule.id, { status: 'on', coinValue: '0', maxNumberOfParticipant: [] }),
    'invalid',
    'maxNumberOfParticipant must be a whole number from 1 to 1000000000, such as "10"; status must be active or inactive; coinValue must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5".',
  )
})
