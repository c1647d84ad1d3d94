import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import {
  type ApiResponse,
  assertFailure,
  assertHeaders,
  assertSuccess,
  CONFLICT,
  isReplay,
  TOKEN_BAD,
} from '../support/api-response.ts'
import {
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardByTag,
  onboardTestPartner,
  PARTNERS,
  PASSWORD,
  type TestPartner,
  unique,
} from '../support/partner.ts'
import { RULE_INACTIVE, USER_LIMIT } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'

const service = await startTestService()
const second = await service.startAnother()
const userDetailsUrl = await startUserDetails()

const AWARD = '/api/v1/laas/rules/award'
const BULK = `${AWARD}/bulk`
const RULE = '/api/v1/laas/rules/create-rule'
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const RETURNS = '/api/v1/laas/returns'
const USER = '/api/v1/user'
const MEMBERS = '/api/v1/laas/users'
const ONBOARD = `${MEMBERS}/onboard`
const KEY_WRONG = 'idempotency-key must have 1 to 255 visible ASCII characters.'
const RETRIES = 20

let partner: TestPartner
let other: TestPartner
before(async () => {
  partner = await onboardTestPartner(service, { userDetailsUrl })
  other = await onboardTestPartner(service, { userDetailsUrl })
})

type Request = { path: string; body?: unknown; token?: string }

const send = (
  { path, body, token }: Request,
  key: string | undefined,
  instance: TestService = service,
): Promise<ApiResponse> =>
  instance.request('POST', path, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const newKey = () => unique('key-')

function assertReplay(answer: ApiResponse, first: ApiResponse): void {
  assert.equal(answer.status, first.status)
  assert.deepEqual(answer.body, first.body)
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
  assertHeaders(answer)
}

function assertConflict(answer: ApiResponse): void {
  assertFailure(answer, 'conflict', CONFLICT)
  assert.equal(answer.headers.get('idempotency-replayed'), null)
}

/** A request for an award that will be paid, of a new user by a new rule. */
async function newAward({ rule = {}, who = partner }: { rule?: object; who?: TestPartner } = {}) {
  const [userId, { id: ruleId, name: ruleName }] = [await who.addUser(), await who.addRule({ ...rule })]
  return { path: AWARD, token: who.token, body: { userId, ruleName }, userId, ruleName, ruleId }
}

const reversalOf = (award: ApiResponse): Request => ({
  path: `${AWARD}/${award.body.data.id}/reverse`,
  token: partner.token,
})

/** The refund of a new transfer of five coins, without its body. */
async function newRefund() {
  const { userId, ruleName } = await newAward()
  await partner.award(userId, ruleName)
  const { id } = await dataOf(partner.transfer(userId, 5))
  return { path: `/api/v1/laas/coins/transactions/${id}/refund`, token: partner.token }
}

/** The reference of a new order that earned ten coins and was paid with four. */
async function newOrder(): Promise<string> {
  const reference = unique('order-')
  const { path, body, userId, token } = await newAward()
  await dataOf(service.post(path, { ...body, reference }, token))
  await dataOf(service.post(TRANSFER, { userId, coins: 4, reference }, token))
  return reference
}

const returnOf = (reference: string, share: string) => ({
  path: RETURNS,
  token: partner.token,
  body: { reference, share },
})

const change = (ruleId: string, body: object) =>
  dataOf(service.request('PATCH', `/api/v1/laas/rules/${ruleId}`, { token: partner.token, body }))

/** How many rows there are of everything that a request can create or move. */
async function rowCounts(): Promise<Record<string, bigint>> {
  const tables = [
    'awards',
    'coin_transactions',
    'reversals',
    'returns',
    'movements',
    'rules',
    'sub_rules',
    'lifecycle_events',
    'personal_data',
    'users',
    'memberships',
    'wallets',
    'partners',
    'applications',
    'team_members',
    'ledgers',
    'mails',
    'email_codes',
    'stored_responses',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  const [row] = await service.query<Record<string, bigint>>(
    `select ${counts.join(', ')}, (select coalesce(sum(balance), 0)::bigint from wallets) as coins`,
  )
  return row ?? {}
}

/** How many rows of each kind some work adds. */
async function growthBy(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await rowCounts()
  await work()
  const after = await rowCounts()
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] as bigint)]),
  )
}

/** Writes the same JSON with the fields of every object in the other order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, reordered(field)]),
  )
}

type Kind = {
  name: string
  /** A request that will succeed, and nothing of its kind before it. */
  fresh: () => Promise<Request & { other: Request }>
  code?: number
}

/** A request, and one of the same kind with another body. */
const withOther = <Body extends object>(request: Request & { body: Body }, changes: Partial<Body>) => ({
  ...request,
  other: { ...request, body: { ...request.body, ...changes } },
})

/** Every POST that creates something or moves coins. */
const KINDS: Kind[] = [
  {
    name: 'the creation of a rule',
    async fresh() {
      const rules = [{ name: unique('part '), condition: 'Did it', status: 'active' }]
      const body = newRuleBody({ type: 'combined', rules })
      return withOther({ path: RULE, token: partner.token, body }, { coinValue: '11' })
    },
  },
  {
    name: 'an award',
    async fresh() {
      const { body, ...request } = await newAward()
      return withOther({ ...request, body: { ...body, narration: 'A' } }, { narration: 'B' })
    },
  },
  {
    name: 'a transfer',
    async fresh() {
      const { userId, ruleName } = await newAward()
      await partner.award(userId, ruleName)
      const body = { userId, coins: '2.5', narration: 'Back' }
      return withOther({ path: TRANSFER, token: partner.token, body }, { coins: '2' })
    },
  },
  {
    name: 'a reversal',
    async fresh() {
      const { userId, ruleName } = await newAward()
      const reverse = async () => reversalOf(await partner.award(userId, ruleName))
      return { ...(await reverse()), other: await reverse() }
    },
  },
  {
    name: 'the reversal of a part',
    async fresh() {
      const { userId, ruleName } = await newAward()
      const request = reversalOf(await partner.award(userId, ruleName))
      return withOther({ ...request, body: { coins: '4' } }, { coins: '5' })
    },
  },
  {
    name: 'a refund',
    fresh: async () => withOther({ ...(await newRefund()), body: { coins: '4' } }, { coins: '1' }),
  },
  {
    name: 'an adjustment',
    async fresh() {
      const body = { userId: await partner.addUser(), coins: '3', reason: 'Goodwill' }
      return withOther({ path: '/api/v1/laas/coins/adjust', token: partner.token, body }, { coins: '4' })
    },
  },
  {
    name: 'a return',
    fresh: async () => withOther(returnOf(await newOrder(), '0.5'), { share: '0.25' }),
  },
  {
    name: 'a bulk award',
    code: 200,
    async fresh() {
      const { body: award } = await newAward({ rule: { userLimitAward: '2' } })
      const item = { ...award, narration: 'A' }
      const keyed = { ...item, idempotencyKey: newKey() }
      const awards: object[] = [item, item, item, keyed, { userId: item.userId }]
      return withOther({ path: BULK, token: partner.token, body: { awards } }, { awards: [item] })
    },
  },
  {
    name: 'the creation of a user without a token',
    fresh: async () => withOther({ path: USER, body: newUserBody() }, { tag: unique('t') }),
  },
  {
    name: 'the creation of a user with a token',
    fresh: async () => withOther({ path: USER, token: partner.token, body: newUserBody() }, newUserBody()),
  },
  {
    name: 'the creation of a customer',
    async fresh() {
      const request = { path: MEMBERS, token: partner.token, body: { externalId: unique('customer-') } }
      return withOther(request, { externalId: unique('customer-') })
    },
  },
  {
    name: 'the onboarding of a partner',
    fresh: async () => withOther({ path: PARTNERS, body: newPartnerBody() }, { partnerName: 'Other' }),
  },
  {
    name: 'the onboarding of a user by tag',
    async fresh() {
      const request = { path: ONBOARD, token: partner.token, body: { tag: unique('tag') } }
      return withOther(request, { tag: unique('tag') })
    },
  },
]

for (const { name, code = 201, fresh } of KINDS) {
  suite(name, () => {
    test('a retry gets the first response, in every process and whatever the order of its fields', async () => {
      const request = await fresh()
      const key = newKey()
      const first = await send(request, key)
      assert.equal(first.status, code, JSON.stringify(first.body))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      const counts = await rowCounts()
      for (const body of [request.body, reordered(request.body)])
        for (const instance of [service, second])
          assertReplay(await send({ ...request, body }, key, instance), first)
      assert.deepEqual(await rowCounts(), counts)
    })

    test('another body or endpoint with the same key is a conflict, and changes nothing', async () => {
      const request = await fresh()
      const key = newKey()
      const first = await send(request, key)
      assert.equal(first.status, code, JSON.stringify(first.body))
      const counts = await rowCounts()
      assertConflict(await send(request.other, key))
      assert.deepEqual(await rowCounts(), counts)
      assertReplay(await send(request, key), first)
    })

    for (const [where, instances] of [
      ['in one process', [service]],
      ['across two processes', [service, second]],
    ] as const) {
      test(`retries in parallel ${where} have one effect`, async () => {
        const alone = await fresh()
        const growth = await growthBy(() => send(alone, newKey()))
        const request = await fresh()
        const key = newKey()
        let answers: ApiResponse[] = []
        const growthOfRetries = await growthBy(async () => {
          answers = await Promise.all(
            Array.from({ length: RETRIES }, (_, index) =>
              send(request, key, instances[index % instances.length]),
            ),
          )
        })
        for (const answer of answers) {
          assert.equal(answer.status, code, JSON.stringify(answer.body))
          assert.deepEqual(answer.body, answers[0]?.body)
        }
        assert.equal(answers.filter(isReplay).length, RETRIES - 1)
        assert.deepEqual(growthOfRetries, growth)
      })
    }
  })
}

test('a used key with an unknown user id is a conflict, and a new key stays free', async () => {
  const request = await newAward()
  const unknown = { ...request, body: { ...request.body, userId: 'nobody' } }
  const [used, free] = [newKey(), newKey()]
  assert.equal((await send(request, used)).status, 201)
  assertConflict(await send(unknown, used))
  assertFailure(await send(unknown, free), 'missing', 'User was not found.')
  assert.equal((await send(request, free)).status, 201)
})

test('a key that was used at one endpoint is a conflict at every other', async () => {
  const key = newKey()
  const award = await newAward()
  const { userId, token } = award
  const first = await send(award, key)
  assert.equal(first.status, 201)

  const elsewhere: Request[] = [
    { path: RULE, token, body: newRuleBody() },
    reversalOf(first),
    { path: BULK, token, body: { awards: [award.body] } },
    { path: TRANSFER, token, body: { userId, coins: '1' } },
    { path: USER, token, body: newUserBody() },
    { path: ONBOARD, token, body: { tag: unique('tag') } },
  ]
  const counts = await rowCounts()
  for (const request of elsewhere) assertConflict(await send(request, key))
  assert.deepEqual(await rowCounts(), counts)

  for (const request of elsewhere) {
    const taken = newKey()
    const done = await send(request, taken)
    assert(done.status === 200 || done.status === 201, JSON.stringify(done.body))
    assertConflict(await send(award, taken))
  }
})

type Refusal = {
  name: string
  arrange: () => Promise<{
    request: Request
    reason: string
    sentence: string
    /** What lets the same request be decided otherwise. */
    meanwhile: () => Promise<unknown>
  }>
}

const REFUSALS: Refusal[] = [
  {
    name: 'a refused award is replayed as the same refusal, also when it would be paid by now',
    async arrange() {
      const request = await newAward({ rule: { status: 'inactive' } })
      const meanwhile = () => change(request.ruleId, { status: 'active' })
      return { request, reason: 'rule_inactive', sentence: RULE_INACTIVE, meanwhile }
    },
  },
  {
    name: 'a refusal that names sub-rules is replayed with the names it had',
    async arrange() {
      const { id, name: ruleName, parts } = await partner.addCombinedRule(1)
      const request = {
        path: AWARD,
        token: partner.token,
        body: { userId: await partner.addUser(), ruleName },
      }
      const sentence = `A combined rule is awarded by its sub-rules: award "${parts[0]}" instead.`
      const rules = [parts[0], unique('part ')].map((name) => ({ name, condition: 'Did it' }))
      const reason = 'combined_by_sub_rule'
      return { request, reason, sentence, meanwhile: () => change(id, { rules }) }
    },
  },
  {
    name: 'a refused transfer is replayed with the coins the wallet held then',
    async arrange() {
      const { userId, ruleName } = await newAward()
      const request = { path: TRANSFER, token: partner.token, body: { userId, coins: '4' } }
      const sentence = 'The wallet holds 0 coins; transfer at most that many.'
      return {
        request,
        reason: 'insufficient_coins',
        sentence,
        meanwhile: () => partner.award(userId, ruleName),
      }
    },
  },
  {
    name: 'a refused reversal is replayed with the coins the wallet held then',
    async arrange() {
      const { userId, ruleName } = await newAward()
      const request = reversalOf(await partner.award(userId, ruleName))
      await partner.transfer(userId, '7.5')
      const sentence = 'The wallet holds only 2.5 coins, fewer than the award gave.'
      return {
        request,
        reason: 'insufficient_coins',
        sentence,
        meanwhile: () => partner.award(userId, ruleName),
      }
    },
  },
  {
    name: 'a refused refund is replayed with what was left of the transfer then',
    async arrange() {
      const all = await newRefund()
      const sentence =
        'Less is left of the transfer than you want to refund; send fewer coins, or none for all.'
      const reason = 'refund_exceeds'
      const request = { ...all, body: { coins: '7' } }
      return { request, reason, sentence, meanwhile: () => send({ ...all, body: {} }, undefined) }
    },
  },
  {
    name: 'a refused return is replayed with what was returned of the order then',
    async arrange() {
      const reference = await newOrder()
      await send(returnOf(reference, '0.5'), undefined)
      const sentence = 'Of the order, 0.5 was returned before; return at most 0.5 of it.'
      const reason = 'return_exceeds'
      const meanwhile = () => send(returnOf(reference, '0.25'), undefined)
      return { request: returnOf(reference, '0.6'), reason, sentence, meanwhile }
    },
  },
]

for (const { name, arrange } of REFUSALS)
  test(name, async () => {
    const { request, reason, sentence, meanwhile } = await arrange()
    const key = newKey()
    const first = await send(request, key)
    assertFailure(first, 'refused', sentence, reason)
    await meanwhile()
    const counts = await rowCounts()
    for (const instance of [service, second]) assertReplay(await send(request, key, instance), first)
    assert.deepEqual(await rowCounts(), counts)
    assert.notDeepEqual((await send(request, newKey())).body, first.body, 'a new key is decided again')
  })

test('a replayed transfer shows the parties as they were then', async () => {
  const { userId } = await dataOf(onboardByTag(service, partner, unique('tag')))
  await partner.award(userId, (await partner.addRule()).name)
  const request = { path: TRANSFER, token: partner.token, body: { userId, coins: 1 } }
  const key = newKey()
  const first = await send(request, key)
  assert.equal(first.status, 201)
  await service.query("update memberships set fullname = 'renamed' where user_id = $1", [userId])
  assertReplay(await send(request, key), first)
})

test('the response to an award is replayed after the user left', async () => {
  const request = await newAward()
  const key = newKey()
  const first = await send(request, key)
  await service.request('DELETE', `/api/v1/laas/users/${request.userId}`, { token: partner.token })
  assertReplay(await send(request, key), first)
  assertFailure(await send(request, newKey()), 'missing', 'User was not found.')
})

test('an award that was reversed is replayed as it was first', async () => {
  const request = await newAward()
  const key = newKey()
  const first = await send(request, key)
  await send(reversalOf(first), undefined)
  assertReplay(await send(request, key), first)
  assert.equal(await partner.coinsOf(request.userId), '0')
})

test('a return is replayed as it was first, after more of the order was returned', async () => {
  const reference = await newOrder()
  const key = newKey()
  const first = await send(returnOf(reference, '0.5'), key)
  assert.equal((await send(returnOf(reference, '0.25'), undefined)).status, 201)
  assertReplay(await send(returnOf(reference, '0.5'), key), first)
})

test('a completion that only counted is replayed and not counted again', async () => {
  const request = await newAward({ rule: { type: 'batched', completionNumber: '2' } })
  const key = newKey()
  const first = await send(request, key)
  assert.equal(first.body.data.awarded, false)
  assertReplay(await send(request, key), first)
  assert.equal((await send(request, newKey())).body.data.awarded, true)
})

test('a response that is no decision leaves the key free', async () => {
  const award = await newAward()
  const { userId, ruleName, token } = award
  const noDecision: [Request, number][] = [
    [{ ...award, body: { userId } }, 400],
    [{ ...award, body: { userId, ruleName, narration: 7 } }, 400],
    [{ ...award, body: '{"userId"' }, 400],
    [{ ...award, body: { userId: randomUUID(), ruleName } }, 400],
    [{ ...award, body: { userId, ruleName: unique('no rule ') } }, 400],
    [{ ...award, token: 'wrong' }, 401],
    [{ path: TRANSFER, token, body: { userId, coins: '-1' } }, 400],
    [{ path: TRANSFER, token, body: { userId: randomUUID(), coins: '1' } }, 400],
    [{ path: `${AWARD}/${randomUUID()}/reverse`, token }, 404],
    [{ path: BULK, token, body: { awards: [] } }, 400],
    [{ path: RULE, token, body: newRuleBody({ coinValue: '0' }) }, 400],
    [{ path: RULE, token, body: newRuleBody({ name: ruleName }) }, 400],
    [{ path: USER, token, body: newUserBody({ phone: 'none' }) }, 400],
    [{ path: ONBOARD, token, body: { tag: 'x' } }, 400],
  ]
  const key = newKey()
  for (const [request, status] of noDecision) {
    const answer = await send(request, key)
    assert.equal(answer.status, status, JSON.stringify([request, answer.body]))
    assert.equal(answer.headers.get('idempotency-replayed'), null)
  }
  const done = await send(award, key)
  assert.equal(done.status, 201)
  assert.equal(isReplay(done), false)
})

test('a call that found no user or rule is decided again once there is one', async () => {
  const userId = await partner.addUser()
  const ruleName = unique('rule ')
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  assertFailure(await send(request, key), 'missing', 'Rule was not found.')
  await partner.addRule({ name: ruleName })
  assert.equal((await send(request, key)).body.data.awarded, true)
})

test('a retry needs a valid token', async () => {
  const request = await newAward()
  const key = newKey()
  assert.equal((await send(request, key)).status, 201)
  assertFailure(await send({ ...request, token: 'wrong' }, key), 'unauthorized', TOKEN_BAD)
})

test('a sign-up that was refused for a taken tag leaves the key free', async () => {
  const body = newUserBody()
  await service.post(USER, newUserBody({ tag: body.tag }))
  const key = newKey()
  const taken = `The tag ${body.tag} is already taken; choose another one.`
  assertFailure(await send({ path: USER, body }, key), 'taken', taken)
  const corrected = { path: USER, body: { ...body, tag: unique('user') } }
  const done = await send(corrected, key)
  assert.equal(done.status, 201)
  assertReplay(await send(corrected, key), done)
})

test('the keys of two partners do not meet', async () => {
  const key = newKey()
  const requests = await Promise.all([partner, other].map((who) => newAward({ who })))
  for (const request of requests) {
    const first = await send(request, key)
    assert.equal(first.status, 201)
    assert.equal(isReplay(first), false)
    assertReplay(await send(request, key), first)
  }
  const rule = newRuleBody()
  const shared = newKey()
  const mine = await send({ path: RULE, token: partner.token, body: rule }, shared)
  const theirs = await send({ path: RULE, token: other.token, body: rule }, shared)
  assert.deepEqual([mine.status, theirs.status, isReplay(theirs)], [201, 201, false])
  assert.notEqual(mine.body.data.id, theirs.body.data.id)
})

test('keys without a token are scoped to the endpoint and the e-mail', async () => {
  const key = newKey()
  const [first, another] = [newUserBody(), newUserBody()]
  const created = await send({ path: USER, body: first }, key)
  const onboarding = { path: PARTNERS, body: newPartnerBody({ email: first.email }) }
  const onboarded = await send(onboarding, key)
  const createdToo = await send({ path: USER, body: another }, key)
  assert.deepEqual([created.status, onboarded.status, createdToo.status], [201, 201, 201])
  assert.deepEqual([created, onboarded, createdToo].map(isReplay), [false, false, false])

  assertReplay(await send({ path: USER, body: first }, key), created)
  assertReplay(await send(onboarding, key), onboarded)
  assertReplay(await send({ path: USER, body: another }, key), createdToo)
  assertConflict(await send({ path: USER, body: { ...first, fullname: 'Other' } }, key))
})

test('a key without a token and the same key of a partner do not meet', async () => {
  const key = newKey()
  const open = await send({ path: USER, body: newUserBody() }, key)
  const withToken = await send({ path: USER, token: partner.token, body: newUserBody() }, key)
  assert.deepEqual([open.status, withToken.status, isReplay(withToken)], [201, 201, false])
})

test('the key of a bulk item and the header key of a single award are one key space', async () => {
  const { userId, ...award } = await newAward()
  const item = { ...award.body, narration: 'Order 1' }
  const single = { ...award, body: item }
  const bulk = (idempotencyKey: string, narration = 'Order 1') =>
    service.post(BULK, { awards: [{ ...item, narration, idempotencyKey }] }, partner.token)

  const fromSingle = newKey()
  const first = await send(single, fromSingle)
  assert.deepEqual((await bulk(fromSingle)).body.data.results, [first.body])
  const conflict = (await bulk(fromSingle, 'Order 2')).body.data.results
  assert.deepEqual(conflict, [
    {
      status: 'failed',
      message: 'Conflict',
      data: { errorType: 'conflict', appErrorCode: 'Idempotency conflict', error: CONFLICT },
    },
  ])

  const fromBulk = newKey()
  const inBulk = await bulk(fromBulk)
  assert.equal(inBulk.body.data.results[0].status, 'success')
  const replayed = await send(single, fromBulk)
  assertSuccess(replayed, 201, 'Rule award created successfully', inBulk.body.data.results[0].data)
  assert.equal(isReplay(replayed), true)
  assertConflict(await send({ ...single, body: { ...item, narration: 'Order 2' } }, fromBulk))
  assert.equal(await partner.coinsOf(userId), '20')
})

test('a bulk item is a retry of the single award with the same fields, unknown ones included', async () => {
  const award = await newAward()
  const body = { ...award.body, shop: 'north' }
  const key = newKey()
  const single = await send({ ...award, body }, key)
  const bulk = await service.post(BULK, { awards: [{ ...body, idempotencyKey: key }] }, partner.token)
  assert.deepEqual(bulk.body.data.results, [single.body])
})

test('null in an optional field and the field left out are the same request', async () => {
  const award = await newAward()
  const { body } = award
  const key = newKey()
  const first = await send({ ...award, body: { ...body, narration: null } }, key)
  assert.equal(first.status, 201)
  assertReplay(await send(award, key), first)
  const awards = [{ ...body, narration: null, idempotencyKey: key }]
  const bulk = { path: BULK, token: partner.token }
  const whole = newKey()
  const { body: answer } = await send({ ...bulk, body: { awards } }, whole)
  assert.deepEqual(answer.data.results, [first.body])
  const again = await send({ ...bulk, body: { awards: [{ ...body, idempotencyKey: key }] } }, whole)
  assert.deepEqual([isReplay(again), again.body], [true, answer])
})

test('metadata is part of the request, whatever its names are', async () => {
  const request = await newAward()
  const key = newKey()
  const award = (password: string) =>
    send({ ...request, body: { ...request.body, metadata: { password } } }, key)
  assert.equal((await award('door 1')).status, 201)
  assertConflict(await award('door 2'))
})

test('items of one bulk call with the same key are one award', async () => {
  const { userId, body } = await newAward()
  const item = { ...body, idempotencyKey: newKey() }
  const awards = [item, item, { ...item, narration: 'Other' }]
  const { results } = await dataOf(service.post(BULK, { awards }, partner.token))
  const [first, retry, conflict] = results
  assert.equal(first.data.awarded, true)
  assert.deepEqual(retry, first)
  assert.equal(conflict.data.appErrorCode, 'Idempotency conflict')
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a refused bulk item with a key is replayed as the same refusal', async () => {
  const request = await newAward({ rule: { status: 'inactive' } })
  const key = newKey()
  const awards = [{ ...request.body, idempotencyKey: key }]
  const bulk = await service.post(BULK, { awards }, partner.token)
  const replayed = await send(request, key)
  assert.deepEqual(replayed.body, bulk.body.data.results[0])
  assert.deepEqual([replayed.status, isReplay(replayed)], [400, true])
})

test('a header key covers a whole bulk call, wrong items included', async () => {
  const { userId, ruleName } = await newAward({ rule: { userLimitAward: '2' } })
  const late = unique('late ')
  const awards = [
    { userId, ruleName },
    { userId, ruleName: late },
    { userId, ruleName },
    { userId, ruleName },
    { userId: 7 },
    { userId: randomUUID(), ruleName },
  ]
  const request = { path: BULK, token: partner.token, body: { awards } }
  const key = newKey()
  const first = await send(request, key)
  assert.deepEqual(
    first.body.data.results.map(({ status, data }: { status: string; data: { error?: string } }) => [
      status,
      data.error,
    ]),
    [
      ['success', undefined],
      ['failed', 'Rule was not found.'],
      ['success', undefined],
      ['failed', USER_LIMIT],
      ['failed', 'ruleName is required; userId must be one line of text of at most 100 characters.'],
      ['failed', 'User was not found.'],
    ],
  )
  await partner.addRule({ name: late })
  const counts = await rowCounts()
  assertReplay(await send(request, key), first)
  assertReplay(await send(request, key, second), first)
  assert.deepEqual(await rowCounts(), counts)
})

test('a header key and the keys of items hold together in one bulk call', async () => {
  const { userId, ...award } = await newAward()
  const own = newKey()
  const earlier = await send(award, own)
  const body = { awards: [{ ...award.body, idempotencyKey: own }, award.body] }
  const first = await send({ path: BULK, token: partner.token, body }, newKey())
  assert.deepEqual(first.body.data.results[0], earlier.body)
  assert.notEqual(first.body.data.results[1].data.id, earlier.body.data.id)
  assert.equal(await partner.coinsOf(userId), '20')
})

test('a key has 1 to 255 visible ASCII characters', async () => {
  const { userId, ...request } = await newAward()
  for (const key of ['', 'k'.repeat(256), 'two words', 'ümlaut', 'tab\tkey'])
    assertFailure(await send(request, key), 'invalid', KEY_WRONG)
  assert.equal(await partner.coinsOf(userId), '0')

  for (const key of ['!', `~${'k'.repeat(254)}`, '"quoted",\\key']) {
    const first = await send(request, key)
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assertReplay(await send(request, key), first)
  }
  const wrong = ['', 'k'.repeat(256), 'two words', 7, 'a\tb']
  const awards = wrong.map((key) => ({ ...request.body, idempotencyKey: key }))
  const { results } = await dataOf(service.post(BULK, { awards }, partner.token))
  for (const { data } of results)
    assert.equal(data.error, 'idempotencyKey must have 1 to 255 visible ASCII characters.')
  assert.equal(await partner.coinsOf(userId), '30')
})

test('keys that are merely alike are different keys', async () => {
  const { userId, ...request } = await newAward({ rule: { coinValue: '1' } })
  const key = newKey()
  const long = key.padEnd(254, '-')
  for (const each of [key, key.toUpperCase(), `${key}.`, `${key}%`, `${key}_`, `${long}a`, `${long}b`])
    assert.equal(isReplay(await send(request, each)), false)
  assert.equal(await partner.coinsOf(userId), '7')
})

/** No table has a row with one of these texts in it, as it is or in hexadecimal digits. */
async function assertNotStored(texts: string[]): Promise<void> {
  const tables = await service.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  assert(tables.some(({ name }) => name === 'stored_responses'))
  for (const { name } of tables) {
    for (const text of texts) {
      const rows = await service.query(
        `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
        [text, Buffer.from(text).toString('hex')],
      )
      assert.equal(rows.length, 0, `${name} holds ${text}`)
    }
  }
}

test('no key is readable in the database', async () => {
  const { token, userId, body: award } = await newAward()
  const keys = Array.from({ length: 5 }, newKey)
  const [ofAward, ofTransfer, ofRule, ofBulk, ofItem] = keys
  for (const [key, path, body] of [
    [ofAward, AWARD, award],
    [ofTransfer, TRANSFER, { userId, coins: 1 }],
    [ofRule, RULE, newRuleBody()],
    [ofBulk, BULK, { awards: [award, { ...award, idempotencyKey: ofItem }] }],
  ] as const)
    assert((await send({ token, path, body }, key)).status < 300)
  await assertNotStored(keys)
})

test('a retry with another password is still a retry, and no password is kept in clear', async () => {
  const secret = `Secret-${randomUUID()}-Aa1`
  const changed = `Changed-${randomUUID()}-Aa1`
  const key = newKey()
  const passwords = { password: secret, confirmPassword: secret }
  const others = { password: changed, confirmPassword: changed }
  for (const request of [
    { path: USER, body: newUserBody(passwords) },
    { path: USER, token: partner.token, body: newUserBody(passwords) },
    { path: PARTNERS, body: newPartnerBody(passwords) },
  ]) {
    const first = await send(request, key)
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assertReplay(await send({ ...request, body: { ...request.body, ...others } }, key), first)
  }
  await service.post(`${PARTNERS}/login`, { email: 'nobody@acme.example', password: PASSWORD })

  await assertNotStored([secret, changed])
  const hashes = await service.query<{ bytes: number }>(
    'select distinct length(request_hash) as bytes from (select request_hash from stored_responses union all select request_hash from awards where request_hash is not null) hashes',
  )
  assert.deepEqual(hashes, [{ bytes: 16 }])
})
