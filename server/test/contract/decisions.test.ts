import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, TOKEN_MISSING, typesOf } from '../support/api-response.ts'
import { onboardTestPartner, unique } from '../support/partner.ts'
import { RULE_FULL, SUB_RULE_REPEATED, USER_LIMIT } from '../support/refusals.ts'
import { useSharedService } from '../support/service.ts'

const service = useSharedService()

const DECISIONS = '/api/v1/laas/decisions'
const RETURNED = 'Decisions returned'
const partner = await onboardTestPartner(service)

type Decision = {
  id: string
  ruleName: string
  outcome: string
  reason: string | null
  explanation: string | null
  counters: { progress: number; completionNumber: number }
}

const list = (query = '', who = partner) => service.get(`${DECISIONS}?${query}`, who.token)
const decisionsOf = async (query = '', who = partner): Promise<Decision[]> => {
  const answer = await list(query, who)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.decisions
}
const named = (ruleName: string) => `ruleName=${encodeURIComponent(ruleName)}`

test('one decision is found by its id, and only by its partner', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const { id } = (await partner.award(userId, name)).body.data
  await partner.award(userId, name)
  assert.deepEqual(
    (await decisionsOf(`id=${id}`)).map((decision) => decision.id),
    [id],
  )
  assert.deepEqual(await decisionsOf(`id=${id}`, await onboardTestPartner(service)), [])
  assert.deepEqual(await decisionsOf('id=nonsense'), [])
  assertFailure(
    await service.get(`${DECISIONS}?id=${id}&userId=${userId}`, partner.token),
    'invalid',
    'id must be sent without other filters.',
  )
})

const NO_COIN_LIMITS = { userCoins: null, userCoinLimit: '-1', budgetUsed: null, coinBudget: '-1' }

test('a paid award is listed with every documented field', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '2.5', userLimitAward: '3', maxNumberOfParticipant: '7' })
  const award = await partner.award(userId, rule.name, 'Order 1')
  const answer = await list(`userId=${userId}`)

  const { createdAt } = answer.body.data.decisions[0]
  assert.match(createdAt, TIMESTAMP)
  assertSuccess(answer, 200, RETURNED, {
    decisions: [
      {
        ...award.body.data,
        outcome: 'paid',
        reason: null,
        explanation: null,
        coins: '2.5',
        reversed: false,
        counters: {
          progress: 1,
          completionNumber: 1,
          userAwards: 1,
          userLimitAward: 3,
          participants: 1,
          maxNumberOfParticipant: 7,
          ...NO_COIN_LIMITS,
        },
        createdAt,
      },
    ],
    next: null,
  })
  assert.deepEqual(typesOf(answer.body.data.decisions[0].counters), {
    progress: 'number',
    completionNumber: 'number',
    userAwards: 'number',
    userLimitAward: 'number',
    participants: 'number',
    maxNumberOfParticipant: 'number',
    userCoins: 'null',
    userCoinLimit: 'string',
    budgetUsed: 'null',
    coinBudget: 'string',
  })
})

test('a counted completion is listed with how far it brought the user', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '3' })
  for (let call = 0; call < 4; call += 1) await partner.award(userId, name)

  const counters = (progress: number, userAwards: number) => ({
    progress,
    completionNumber: 3,
    userAwards,
    userLimitAward: -1,
    participants: userAwards,
    maxNumberOfParticipant: 1000,
    ...NO_COIN_LIMITS,
  })
  assert.deepEqual(
    (await decisionsOf(`userId=${userId}`)).map((each) => [each.outcome, each.counters]),
    [
      ['counted', counters(1, 1)],
      ['paid', counters(3, 1)],
      ['counted', counters(2, 0)],
      ['counted', counters(1, 0)],
    ],
  )
})

test('a refusal is listed with its reason, what it said, and the counters it was decided by', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule({ userLimitAward: '1', maxNumberOfParticipant: '1' })
  await partner.award(first, rule.name)
  assertFailure(await partner.award(first, rule.name), 'refused', USER_LIMIT, 'user_limit_reached')
  assertFailure(await partner.award(second, rule.name, 'Please'), 'refused', RULE_FULL, 'rule_full')

  const counters = {
    progress: 0,
    completionNumber: 1,
    userAwards: 1,
    userLimitAward: 1,
    participants: 1,
    maxNumberOfParticipant: 1,
    ...NO_COIN_LIMITS,
  }
  const [full, limit] = await decisionsOf(named(rule.name))
  const refusal = {
    ruleId: rule.id,
    ruleName: rule.name,
    partnerId: partner.partnerId,
    awarded: false,
    outcome: 'refused',
    coins: '0',
    reversed: false,
  }
  assert.deepEqual(without(limit, ['id', 'createdAt']), {
    ...refusal,
    userId: first,
    note: null,
    reason: 'user_limit_reached',
    explanation: USER_LIMIT,
    counters,
  })
  assert.deepEqual(without(full, ['id', 'createdAt']), {
    ...refusal,
    userId: second,
    note: 'Please',
    reason: 'rule_full',
    explanation: RULE_FULL,
    counters: { ...counters, userAwards: 0 },
  })
})

test('a change of the rule does not change the limits that past decisions show', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ userLimitAward: '5' })
  await partner.award(userId, rule.name)
  const before = await decisionsOf(`userId=${userId}`)
  const changed = await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
    token: partner.token,
    body: { userLimitAward: '9', maxNumberOfParticipant: '3', coinValue: '99' },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(await decisionsOf(`userId=${userId}`), before)
})

test('a reversed award stays listed as it was decided, and says that it was reversed', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const award = await partner.award(userId, name)
  const [before] = await decisionsOf(`userId=${userId}`)
  await service.post(`/api/v1/laas/rules/award/${award.body.data.id}/reverse`, undefined, partner.token)
  assert.deepEqual(await decisionsOf(`userId=${userId}`), [{ ...before, reversed: true }])
})

test('calls for an unknown user or rule are no decisions, nor are wrong ones', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  await partner.award(userId, unique('no rule '))
  await partner.award(randomUUID(), name)
  await service.post('/api/v1/laas/rules/award', { userId, ruleName: name, narration: 7 }, partner.token)
  assert.deepEqual(await decisionsOf(`userId=${userId}`), [])
  assert.deepEqual(await decisionsOf(named(name)), [])
})

test('decisions are filtered by user and by rule, alone and together', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const [one, two] = [await partner.addRule(), await partner.addRule()]
  const ids: string[] = []
  for (const [userId, rule] of [
    [ada, one],
    [bea, one],
    [ada, two],
    [bea, two],
  ] as const)
    ids.push((await partner.award(userId, rule.name)).body.data.id)
  const [adaOne, beaOne, adaTwo] = ids

  const idsOf = async (query: string) => (await decisionsOf(query)).map(({ id }) => id)
  assert.deepEqual(await idsOf(`userId=${ada}`), [adaTwo, adaOne])
  assert.deepEqual(await idsOf(`userId=${ada.toUpperCase()}`), [adaTwo, adaOne])
  assert.deepEqual(await idsOf(named(one.name)), [beaOne, adaOne])
  assert.deepEqual(await idsOf(`userId=${ada}&${named(one.name)}`), [adaOne])
  assert.deepEqual(await idsOf(`userId=${randomUUID()}`), [])
  assert.deepEqual(await idsOf('userId=nobody'), [])
  assert.deepEqual(await idsOf(named(unique('no rule '))), [])
})

test('the name of a combined rule finds the decisions on all its sub-rules, and a sub-rule only its own', async () => {
  const userId = await partner.addUser()
  const [a, b] = [unique('part '), unique('part ')]
  const rule = await partner.addRule({
    type: 'combined',
    rules: [a, b].map((name) => ({ name, condition: 'Did it' })),
  })
  await partner.award(userId, a)
  await partner.award(userId, a)
  await partner.award(userId, rule.name)
  await partner.award(userId, b)

  const found = async (name: string) =>
    (await service.get(`${DECISIONS}?${named(name)}`, partner.token)).body.data.decisions.map(
      ({ ruleName, outcome, reason, explanation, counters }: Decision) => [
        ruleName,
        outcome,
        reason,
        explanation,
        counters.progress,
        counters.completionNumber,
      ],
    )
  const bySubRule = `A combined rule is awarded by its sub-rules: award "${a}", "${b}" instead.`
  const ofA = [
    [a, 'refused', 'sub_rule_repeated', SUB_RULE_REPEATED, 1, 2],
    [a, 'counted', null, null, 1, 2],
  ]
  const ofB = [[b, 'paid', null, null, 2, 2]]
  const ofName = [[rule.name, 'refused', 'combined_by_sub_rule', bySubRule, 1, 2]]
  assert.deepEqual(await found(rule.name), [...ofB, ...ofName, ...ofA])
  assert.deepEqual(await found(a), ofA)
  assert.deepEqual(await found(b), ofB)
})

test('decisions are paged by before and next, the newest first, without a gap or a repeat', async () => {
  const who = await onboardTestPartner(service)
  const [ada, bea] = (await who.addUsers(2)) as [string, string]
  const { name } = await who.addRule()
  const ids: string[] = []
  for (let call = 0; call < 25; call += 1) {
    const award = await who.award(call % 5 === 0 ? bea : ada, name)
    ids.unshift(award.body.data.id)
  }
  const walk = async (query: string) => {
    const pages: string[][] = []
    for (let next = ''; ; ) {
      const { data } = (await list(`${query}${next}`, who)).body
      pages.push(data.decisions.map(({ id }: Decision) => id))
      if (data.next === null) return pages
      next = `&before=${data.next}`
    }
  }
  assert.deepEqual(await walk('limit=10'), [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)])
  assert.deepEqual(await walk('limit=25'), [ids])
  assert.deepEqual(await walk('limit=24'), [ids.slice(0, 24), ids.slice(24)])
  assert.deepEqual(await walk('limit=100'), [ids])
  assert.deepEqual(await walk(''), [ids.slice(0, 20), ids.slice(20)])
  const ofBea = ids.filter((_, index) => (24 - index) % 5 === 0)
  assert.deepEqual(await walk(`userId=${bea}&limit=2`), [
    ofBea.slice(0, 2),
    ofBea.slice(2, 4),
    ofBea.slice(4),
  ])

  const { data: start } = (await list('limit=5', who)).body
  await who.award(ada, name)
  const { data: rest } = (await list(`limit=5&before=${start.next}`, who)).body
  assert.deepEqual(
    rest.decisions.map(({ id }: Decision) => id),
    ids.slice(5, 10),
    'a decision in between moves no page',
  )
  assertSuccess(await list('before=1', who), 200, RETURNED, { decisions: [], next: null })
})

test('a user who left still has decisions', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  await partner.award(userId, name)
  const before = await decisionsOf(`userId=${userId}`)
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  assert.equal(before.length, 1)
  assert.deepEqual(await decisionsOf(`userId=${userId}`), before)
})

test("another partner's decisions are not seen", async () => {
  const other = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const rule = await partner.addRule()
  await partner.award(userId, rule.name)
  const sameName = await other.addRule({ name: rule.name })
  const theirs = await other.award(await other.addUser(), sameName.name)

  assert.deepEqual(await decisionsOf(`userId=${userId}`, other), [])
  const seen = await decisionsOf(named(rule.name), other)
  assert.deepEqual(
    seen.map(({ id }) => id),
    [theirs.body.data.id],
  )
  assert.deepEqual(
    (await decisionsOf('', other)).map(({ id }) => id),
    [theirs.body.data.id],
  )
})

test('wrong parameters are named, all of them', async () => {
  const before = 'before must be a whole number from 1 to 9007199254740991'
  const limit = 'limit must be a whole number from 1 to 100'
  for (const [query, error] of [
    ['limit=0', `${limit}.`],
    ['limit=101', `${limit}.`],
    ['limit=ten', `${limit}.`],
    ['limit=1.5', `${limit}.`],
    ['before=0', `${before}.`],
    ['before=-1', `${before}.`],
    ['before=x', `${before}.`],
    ['before=9007199254740992', `${before}.`],
    ['before=99999999999999999999', `${before}.`],
    ['before=0&limit=0', `${before}; ${limit}.`],
    [`ruleName=${'r'.repeat(101)}`, 'ruleName must be one line of text of at most 100 characters.'],
    ['userId=%00', 'userId must be one line of text of at most 100 characters.'],
  ] as const)
    assertFailure(await list(query), 'invalid', error)
})

test('decisions need a token', async () => {
  assertFailure(await service.get(DECISIONS), 'unauthorized', TOKEN_MISSING)
})

function without(value: object | undefined, names: string[]): object {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !names.includes(name)))
}
