import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, TIMESTAMP } from '../../support/api-response.ts'
import { claimsOf, newCounters, onboardTestPartner, unique } from '../../support/partner.ts'
import { RULE_FULL, SUB_RULE_REPEATED, USER_LIMIT } from '../../support/refusals.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const DECISIONS = '/api/v1/laas/decisions'
const RETURNED = 'Decisions returned'
const partner = await onboardTestPartner(service)
/** Who made the calls. */
const owner = { kind: 'team', id: claimsOf(partner.token).sub, name: partner.email }

type Decision = {
  id: string
  kind: string
  ruleName: string
  outcome: string
  reason: string | null
  explanation: string | null
  counters: { progress: number; completionNumber: number }
}

type CoinDecision = Decision & {
  coins: string | null
  returnId?: string
  debitOrCredit?: string
  actor: object
}

const list = (query = '', who = partner) => service.get(`${DECISIONS}?${query}`, who.token)
const decisionsOf = async (query = '', who = partner): Promise<Decision[]> =>
  (await dataOf(list(query, who))).decisions
const idsOf = async (query = '', who = partner) => (await decisionsOf(query, who)).map(({ id }) => id)
const named = (ruleName: string) => `ruleName=${encodeURIComponent(ruleName)}`

test('one decision is found by its id, and only by its partner', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const { id } = (await partner.award(userId, name)).body.data
  await partner.award(userId, name)
  assert.deepEqual(await idsOf(`id=${id}`), [id])
  assert.deepEqual(await decisionsOf(`id=${id}`, await onboardTestPartner(service)), [])
  assert.deepEqual(await decisionsOf('id=nonsense'), [])
  assertFailure(
    await service.get(`${DECISIONS}?id=${id}&userId=${userId}`, partner.token),
    'invalid',
    'id must be sent without other filters.',
  )
})

test('a paid award is listed with every documented field', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '2.5', userLimitAward: '3', maxNumberOfParticipant: '7' })
  const award = await partner.award(userId, rule.name, 'Order 1')
  const answer = await list(`userId=${userId}`)

  const { createdAt, seq } = answer.body.data.decisions[0]
  assert.match(createdAt, TIMESTAMP)
  assert.ok(Number.isInteger(seq) && seq > 0)
  assertSuccess(answer, 200, RETURNED, {
    decisions: [
      {
        ...award.body.data,
        kind: 'award',
        outcome: 'paid',
        reason: null,
        explanation: null,
        coins: '2.5',
        balance: '2.5',
        balanceAfter: '2.5',
        points: '2.5',
        parentId: null,
        actor: owner,
        reference: null,
        metadata: null,
        retryAt: null,
        activityId: null,
        availableAt: null,
        expiresAt: null,
        ruleVersion: 1,
        units: null,
        reversed: false,
        left: '2.5',
        seq,
        counters: newCounters({
          progress: 1,
          userAwards: 1,
          userLimitAward: 3,
          participants: 1,
          maxNumberOfParticipant: 7,
        }),
        createdAt,
      },
    ],
    next: null,
  })
})

test('a counted completion is listed with how far it brought the user', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '3' })
  for (let call = 0; call < 4; call += 1) await partner.award(userId, name)

  const counters = (progress: number, userAwards: number) =>
    newCounters({ progress, completionNumber: 3, userAwards, participants: userAwards })
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

  const limits = { userLimitAward: 1, participants: 1, maxNumberOfParticipant: 1 }
  const [full, limit] = await decisionsOf(named(rule.name))
  const refusal = {
    ruleId: rule.id,
    ruleName: rule.name,
    partnerId: partner.partnerId,
    awarded: false,
    kind: 'award',
    outcome: 'refused',
    coins: '0',
    points: '0',
    parentId: null,
    actor: owner,
    reference: null,
    metadata: null,
    retryAt: null,
    activityId: null,
    availableAt: null,
    expiresAt: null,
    ruleVersion: 1,
    units: null,
    reversed: false,
    left: '0',
  }
  assert.deepEqual(without(limit, ['id', 'seq', 'createdAt']), {
    ...refusal,
    balance: '10',
    balanceAfter: '10',
    points: '10',
    userId: first,
    note: null,
    reason: 'user_limit_reached',
    explanation: USER_LIMIT,
    counters: newCounters({ ...limits, userAwards: 1 }),
  })
  assert.deepEqual(without(full, ['id', 'seq', 'createdAt']), {
    ...refusal,
    balance: '0',
    balanceAfter: '0',
    userId: second,
    note: 'Please',
    reason: 'rule_full',
    explanation: RULE_FULL,
    counters: newCounters(limits),
  })
})

test('a change of the rule does not change the limits that past decisions show', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ userLimitAward: '5' })
  await partner.award(userId, rule.name)
  const before = await decisionsOf(`userId=${userId}`)
  const body = { userLimitAward: '9', maxNumberOfParticipant: '3', coinValue: '99' }
  await dataOf(service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token: partner.token, body }))
  assert.deepEqual(await decisionsOf(`userId=${userId}`), before)
})

test('a reversed award stays listed as it was decided, and says that it was reversed', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const award = await partner.award(userId, name)
  const [before] = await decisionsOf(`userId=${userId}`)
  await partner.reverse(award.body.data.id)
  assert.deepEqual(await decisionsOf(`userId=${userId}`), [{ ...before, reversed: true, left: '0' }])
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

  for (const [query, expected] of [
    [`userId=${ada}`, [adaTwo, adaOne]],
    [`userId=${ada.toUpperCase()}`, [adaTwo, adaOne]],
    [named(one.name), [beaOne, adaOne]],
    [`userId=${ada}&${named(one.name)}`, [adaOne]],
    [`userId=${randomUUID()}`, []],
    ['userId=nobody', []],
    [named(unique('no rule ')), []],
  ] as const)
    assert.deepEqual(await idsOf(query), expected, query)
})

test('the name of a combined rule finds the decisions on all its sub-rules, and a sub-rule only its own', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addCombinedRule(2)
  const [a, b] = rule.parts
  for (const name of [a, a, rule.name, b]) await partner.award(userId, name)

  const found = async (name: string) =>
    (await decisionsOf(named(name))).map(({ ruleName, outcome, reason, explanation, counters }) => {
      const { progress, completionNumber } = counters
      return [ruleName, outcome, reason, explanation, progress, completionNumber]
    })
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
  for (const query of [named(rule.name), ''])
    assert.deepEqual(await idsOf(query, other), [theirs.body.data.id])
})

test('transfers, reversals and their refusals are listed by kind, beside the awards with all', async () => {
  const who = await onboardTestPartner(service)
  const actor = { kind: 'team', id: claimsOf(who.token).sub, name: who.email }
  const userId = await who.addUser()
  const { name } = await who.addRule({ coinValue: '10' })
  const reference = 'order 7'
  const metadata = { till: '2' }
  const body = { userId, ruleName: name, reference, metadata }
  const award = (await service.post('/api/v1/laas/rules/award', body, who.token)).body.data
  const transfer = { userId, coins: 4, narration: 'Mug', reference, metadata }
  const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
  const moved = (await service.post(TRANSFER, transfer, who.token)).body.data
  assert.equal((await who.transfer(userId, 7)).status, 400)
  assert.equal((await who.reverse(award.id)).status, 400)
  const REVERSE = `/api/v1/laas/rules/award/${award.id}/reverse`
  const part = (await service.post(REVERSE, { coins: 8, shortfall: 'owe' }, who.token)).body.data

  const all = await decisionsOf('kind=all', who)
  assert.deepEqual(
    all.map(({ kind, outcome, reason }) => [kind, outcome, reason]),
    [
      ['reversal', 'reversed', null],
      ['reversal', 'refused', 'insufficient_coins'],
      ['transfer', 'refused', 'insufficient_coins'],
      ['transfer', 'moved', null],
      ['award', 'paid', null],
    ],
  )
  for (const kind of ['award', 'transfer', 'reversal', 'refund', 'adjustment'])
    assert.deepEqual(
      await decisionsOf(`kind=${kind}`, who),
      all.filter((each) => each.kind === kind),
      kind,
    )
  const others = {
    userId,
    partnerId: who.partnerId,
    retryAt: null,
    actor,
    note: null,
    awardId: null,
    ruleName: null,
    ruleVersion: null,
    parentId: null,
    originalId: null,
    returnId: null,
    taken: null,
    holdId: null,
    expiresAt: null,
    fromExpired: null,
    available: null,
    owed: null,
    writtenOff: null,
    left: null,
    debitOrCredit: 'DE',
    reference: null,
    metadata: null,
    explanation: null,
    reason: null,
  }
  const ofAward = {
    kind: 'reversal',
    awardId: award.id,
    parentId: award.id,
    ruleName: name,
    ruleVersion: 1,
    reference,
  }
  const [reversed, refusedReversal, refusedTransfer, made] = all.map((each) =>
    without(each, ['seq', 'createdAt']),
  )
  assert.deepEqual(reversed, {
    ...others,
    ...ofAward,
    id: part.reversalId,
    outcome: 'reversed',
    coins: '8',
    taken: '6',
    fromExpired: '0',
    owed: '2',
    writtenOff: '0',
    left: '2',
    balance: '0',
    balanceAfter: '0',
    points: '2',
  })
  assert.deepEqual(without(refusedReversal, ['id']), {
    ...others,
    ...ofAward,
    outcome: 'refused',
    reason: 'insufficient_coins',
    explanation: 'The wallet holds only 6 coins, fewer than the award gave.',
    coins: '10',
    taken: '0',
    fromExpired: '0',
    owed: '0',
    writtenOff: '0',
    balance: '6',
    balanceAfter: '6',
    points: '10',
  })
  assert.deepEqual(without(refusedTransfer, ['id']), {
    ...others,
    kind: 'transfer',
    outcome: 'refused',
    reason: 'insufficient_coins',
    explanation: 'The wallet holds 6 coins; transfer at most that many.',
    coins: '7',
    available: '6',
    balance: '6',
    balanceAfter: '6',
    points: '10',
  })
  assert.deepEqual(made, {
    ...others,
    id: moved.id,
    kind: 'transfer',
    outcome: 'moved',
    coins: '4',
    available: '6',
    note: 'Mug',
    reference,
    metadata,
    balance: '6',
    balanceAfter: '6',
    points: '10',
  })
  for (const { id, kind } of all)
    assert.deepEqual(
      await decisionsOf(`id=${id}`, who),
      all.filter((each) => each.id === id),
      kind,
    )

  const [last, second, third, fourth, first] = all.map(({ id }) => id)
  const referenced = `reference=${encodeURIComponent(reference)}`
  for (const [query, expected] of [
    [`kind=all&${referenced}`, [last, second, fourth, first]],
    [`${referenced}&userId=${userId}`, [first]],
    [`${referenced}&userId=${randomUUID()}`, []],
    [`kind=all&${named(name)}`, [last, second, first]],
    [`kind=reversal&${named(name)}&outcome=reversed`, [last]],
    [`kind=transfer&${named(name)}`, []],
    ['kind=all&outcome=refused', [second, third]],
    ['outcome=moved', []],
  ] as const)
    assert.deepEqual(await idsOf(query, who), expected, query)
})

test('a return is listed without coins, beside its refunds and reversals, which have them', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { name } = await who.addRule({ coinValue: '10' })
  const reference = unique('order ')
  const post = (path: string, body: object) => service.post(`/api/v1/laas${path}`, body, who.token)
  const award = (await post('/rules/award', { userId, ruleName: name, reference })).body.data
  await post('/coins/transfer-from-user-wallet', { userId, coins: 4, reference })
  const made = (await post('/returns', { reference, share: '0.5' })).body.data
  const refusal = await post('/returns', { reference, share: '0.6', shortfall: 'owe' })
  assert.equal(refusal.status, 400)

  const all = (await decisionsOf('kind=all', who)) as CoinDecision[]
  assert.deepEqual(
    all.map(({ kind, outcome, coins, returnId }) => [kind, outcome, coins, returnId]),
    [
      ['return', 'refused', null, undefined],
      ['reversal', 'reversed', '5', made.id],
      ['refund', 'moved', '2', made.id],
      ['return', 'returned', null, undefined],
      ['transfer', 'moved', '4', null],
      ['award', 'paid', '10', undefined],
    ],
  )
  const sums = all.map(({ coins, debitOrCredit }) => Number(coins) * (debitOrCredit === 'DE' ? -1 : 1))
  const { wallet } = await who.memberOf(userId)
  assert.equal(
    sums.reduce((sum, coins) => sum + coins, 0),
    Number(wallet.coins),
  )
  const [refused, , , returned] = all
  const common = {
    kind: 'return',
    userId: null,
    partnerId: who.partnerId,
    coins: null,
    balance: null,
    balanceAfter: null,
    points: null,
    parentId: null,
    ruleVersion: null,
    note: null,
    actor: all[5]?.actor,
    reference,
    metadata: null,
    retryAt: null,
  }
  assert.deepEqual(without(returned as Decision, ['seq', 'createdAt']), {
    ...common,
    id: made.id,
    outcome: 'returned',
    reason: null,
    explanation: null,
    share: '0.5',
    shareTotal: '0.5',
    shortfall: 'refuse',
  })
  assert.deepEqual(without(refused as Decision, ['id', 'seq', 'createdAt']), {
    ...common,
    outcome: 'refused',
    reason: 'return_exceeds',
    explanation: refusal.body.data.error,
    share: '0.6',
    shareTotal: '0.5',
    shortfall: 'owe',
  })
  assert.deepEqual(await decisionsOf('kind=return', who), [refused, returned])
  assert.deepEqual(await decisionsOf('kind=return&outcome=returned', who), [returned])
  assert.deepEqual(await decisionsOf(`id=${made.id}`, who), [returned])
  assert.deepEqual(
    (await decisionsOf(`kind=all&reference=${encodeURIComponent(reference)}`, who)).length,
    all.length,
  )
  assert.deepEqual(await decisionsOf(`kind=return&userId=${userId}`, who), [])
  assert.deepEqual(await decisionsOf(`kind=return&ruleName=${encodeURIComponent(award.ruleName)}`, who), [])
})

test('a settlement is no decision, and is found by its id', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '10' })
  const award = (await partner.award(userId, name)).body.data
  await partner.transfer(userId, 10)
  const REVERSE = `/api/v1/laas/rules/award/${award.id}/reverse`
  assert.equal((await service.post(REVERSE, { shortfall: 'owe' }, partner.token)).status, 201)
  const paid = (await partner.award(userId, name)).body.data
  const [settlement] = await service.query<{ id: string }>(
    "select id from coin_transactions where partner_id = $1 and user_id = $2 and kind = 'settlement'",
    [partner.partnerId, userId],
  )
  assert.ok(settlement)
  assert.deepEqual(
    (await decisionsOf(`kind=all&userId=${userId}`)).map(({ id, kind }) => (id === paid.id ? 'paid' : kind)),
    ['paid', 'reversal', 'transfer', 'award'],
  )
  assert.deepEqual(await idsOf(`id=${settlement.id}`), [settlement.id])
})

test('decisions are found by who asked for them, when, and by the own id of a user', async () => {
  const who = await onboardTestPartner(service)
  const manager = await addMember(service, who, 'manager')
  const [ada, bea] = (await who.addUsers(2)) as [string, string]
  const externalId = unique('customer ')
  await service.query('update memberships set external_id = $1 where partner_id = $2 and user_id = $3', [
    externalId,
    who.partnerId,
    bea,
  ])
  const { name } = await who.addRule()
  const award = (userId: string, token: string) =>
    service.post('/api/v1/laas/rules/award', { userId, ruleName: name }, token)
  await award(ada, who.token)
  await award(bea, manager.token)
  await award(ada, manager.token)
  const [third, second, first] = (await decisionsOf('', who)) as [Dated, Dated, Dated]
  type Dated = Decision & { createdAt: string }

  const [before, after] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
  const withId = `externalId=${encodeURIComponent(externalId)}`
  const newest = [third, second, first].filter(({ createdAt }) => createdAt >= second.createdAt)
  for (const [query, expected] of [
    [`actor=${manager.id}`, [third, second]],
    [`actor=${claimsOf(who.token).sub}`, [first]],
    [`actor=${manager.id}&userId=${ada}&kind=all`, [third]],
    [`actor=${randomUUID()}`, []],
    [withId, [second]],
    [`${withId}&actor=nobody`, []],
    ['externalId=nobody', []],
    [`from=${before}&to=${after}`, [third, second, first]],
    [`from=${after}`, []],
    [`to=${before}`, []],
    [`from=${second.createdAt}`, newest],
  ] as const)
    assert.deepEqual(await decisionsOf(query, who), expected, query)
})

test('an award is read by its id, whatever its outcome', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ userLimitAward: '1' })
  const { id } = (await partner.award(userId, name)).body.data
  await partner.award(userId, name)
  const read = (awardId: string, token?: string) => service.get(`/api/v1/laas/rules/award/${awardId}`, token)
  for (const decision of await decisionsOf(`userId=${userId}`))
    assertSuccess(await read(decision.id.toUpperCase(), partner.token), 200, 'Award returned', decision)
  const reverse = (body: object) =>
    service.request('POST', `/api/v1/laas/rules/award/${id}/reverse`, {
      token: partner.token,
      headers: { 'idempotency-key': id },
      body,
    })
  await reverse({ coins: '0.5' })
  assert.equal((await read(id, partner.token)).body.data.awarded, true, 'a part of it is left')
  await partner.reverse(id)
  const listed = (await decisionsOf(`id=${id}`))[0]
  const { awarded, reversed, left } = listed as Decision & Record<string, unknown>
  assert.deepEqual({ awarded, reversed, left }, { awarded: true, reversed: true, left: '0' })
  assertSuccess(await read(id, partner.token), 200, 'Award returned', { ...listed, awarded: false })
  assert.equal((await reverse({ coins: '0.5' })).body.data.awarded, true, 'a replay keeps what was decided')
  const UNKNOWN = 'Award was not found.'
  assertFailure(await read(randomUUID(), partner.token), 'notFound', UNKNOWN)
  assertFailure(await read(id, (await onboardTestPartner(service)).token), 'notFound', UNKNOWN)
  assert.equal((await read('nonsense', partner.token)).status, 400)
})

test('wrong parameters are named, all of them', async () => {
  const before = 'before must be a whole number from 1 to 9007199254740991'
  const limit = 'limit must be a whole number from 1 to 100'
  for (const [query, error] of [
    ['limit=0', `${limit}.`],
    ['before=0', `${before}.`],
    ['before=0&limit=0', `${before}; ${limit}.`],
    [`ruleName=${'r'.repeat(101)}`, 'ruleName must be one line of text of at most 100 characters.'],
    [
      'kind=gift',
      'kind must name kinds separated by commas (award, transfer, reversal, refund, adjustment, opening, return, hold, extension, capture, release, settlement, expiry, hold_expiry, membership, all, history).',
    ],
    [
      'outcome=lost',
      'outcome must be one of paid, counted, refused, moved, reversed, returned, joined, left, claimed, erased.',
    ],
    ['userId=a&externalId=b', 'externalId must be left out when userId is sent.'],
    ['kind=all&id=x', 'id must be sent without other filters.'],
    [
      'from=yesterday&to=2026-02-30T00:00:00Z',
      'from must be a time such as 2026-03-01T09:30:00Z; to must be a time such as 2026-03-01T09:30:00Z.',
    ],
    [`reference=${'r'.repeat(101)}`, 'reference must be one line of text of at most 100 characters.'],
    ['userId=%00', 'userId must be one line of text of at most 100 characters.'],
  ] as const)
    assertFailure(await list(query), 'invalid', error)
})

function without(value: object | undefined, names: string[]): object {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !names.includes(name)))
}
