import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, test } from 'node:test'
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
  onboardTestPartner,
  PASSWORD,
  type TestPartner,
  unique,
} from '../support/partner.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'

const service = await startTestService()
const second = await service.startAnother()
const userDetailsUrl = await startUserDetails()

const AWARD = '/api/v1/laas/rules/award'
const BULK = `${AWARD}/bulk`
const RULE = '/api/v1/laas/rules/create-rule'
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
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

/** How many rows there are of everything that a request can create or move. */
async function rowCounts(): Promise<Record<string, bigint>> {
  const tables = [
    'awards',
    'coin_transactions',
    'reversals',
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
  code: number
}

/** Every POST that creates something or moves coins. `other` is a request of the same kind, but different. */
const KINDS: Kind[] = [
  {
    name: 'the creation of a rule',
    code: 201,
    async fresh() {
      const body = newRuleBody({
        type: 'combined',
        rules: [{ name: unique('part '), condition: 'Did it', status: 'active' }],
      })
      const request = { path: RULE, token: partner.token, body }
      return { ...request, other: { ...request, body: { ...body, coinValue: '11' } } }
    },
  },
  {
    name: 'an award',
    code: 201,
    async fresh() {
      const body = {
        userId: await partner.addUser(),
        ruleName: (await partner.addRule()).name,
        narration: 'A',
      }
      const request = { path: AWARD, token: partner.token, body }
      return { ...request, other: { ...request, body: { ...body, narration: 'B' } } }
    },
  },
  {
    name: 'a transfer',
    code: 201,
    async fresh() {
      const userId = await partner.addUser()
      await partner.award(userId, (await partner.addRule()).name)
      const body = { userId, coins: '2.5', narration: 'Back' }
      const request = { path: TRANSFER, token: partner.token, body }
      return { ...request, other: { ...request, body: { ...body, coins: '2' } } }
    },
  },
  {
    name: 'a reversal',
    code: 201,
    async fresh() {
      const { name } = await partner.addRule()
      const userId = await partner.addUser()
      const reverse = async () => {
        const award = await partner.award(userId, name)
        return { path: `${AWARD}/${award.body.data.id}/reverse`, token: partner.token }
      }
      return { ...(await reverse()), other: await reverse() }
    },
  },
  {
    name: 'a bulk award',
    code: 200,
    async fresh() {
      const userId = await partner.addUser()
      const { name: ruleName } = await partner.addRule({ userLimitAward: '2' })
      const item = { userId, ruleName, narration: 'A' }
      const body = { awards: [item, item, item, { ...item, idempotencyKey: newKey() }, { userId }] }
      const request = { path: BULK, token: partner.token, body }
      return { ...request, other: { ...request, body: { awards: [item] } } }
    },
  },
  {
    name: 'the creation of a user without a token',
    code: 201,
    async fresh() {
      const body = newUserBody()
      return {
        path: '/api/v1/user',
        body,
        other: { path: '/api/v1/user', body: { ...body, tag: unique('t') } },
      }
    },
  },
  {
    name: 'the creation of a user with a token',
    code: 201,
    async fresh() {
      const request = { path: '/api/v1/user', token: partner.token, body: newUserBody() }
      return { ...request, other: { ...request, body: newUserBody() } }
    },
  },
  {
    name: 'the onboarding of a partner',
    code: 201,
    async fresh() {
      const body = newPartnerBody()
      const request = { path: '/api/v1/acme/partners', body }
      return { ...request, other: { ...request, body: { ...body, partnerName: 'Other' } } }
    },
  },
  {
    name: 'the onboarding of a user by tag',
    code: 201,
    async fresh() {
      const request = {
        path: '/api/v1/laas/users/onboard',
        token: partner.token,
        body: { tag: unique('tag') },
      }
      return { ...request, other: { ...request, body: { tag: unique('tag') } } }
    },
  },
]

for (const { name, code, fresh } of KINDS) {
  suite(name, () => {
    test('a retry gets the first response, marked as replayed, and nothing happens twice', async () => {
      const request = await fresh()
      const key = newKey()
      const first = await send(request, key)
      assert.equal(first.status, code, JSON.stringify(first.body))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      const counts = await rowCounts()
      for (let retry = 0; retry < 3; retry += 1) assertReplay(await send(request, key), first)
      assert.deepEqual(await rowCounts(), counts)
    })

    test('the same JSON with its keys in another order is a retry', async () => {
      const request = await fresh()
      const key = newKey()
      const first = await send(request, key)
      assertReplay(await send({ ...request, body: reordered(request.body) }, key), first)
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

    test('the replay works in another process', async () => {
      const request = await fresh()
      const key = newKey()
      const first = await send(request, key)
      const counts = await rowCounts()
      assertReplay(await send(request, key, second), first)
      assert.deepEqual(await rowCounts(), counts)
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
  const rule = await partner.addRule()
  const award = (userId: string, key: string) =>
    send(
      { path: '/api/v1/laas/rules/award', body: { userId, ruleName: rule.name }, token: partner.token },
      key,
    )
  const [used, free] = [randomUUID(), randomUUID()]
  assert.equal((await award(await partner.addUser(), used)).status, 201)
  assertConflict(await award('nobody', used))
  assertFailure(await award('nobody', free), 'missing', 'User was not found.')
  assert.equal((await award(await partner.addUser(), free)).status, 201)
})

test('a key that was used at one endpoint is a conflict at every other', async () => {
  const key = newKey()
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const award = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const first = await send(award, key)
  assert.equal(first.status, 201)

  const elsewhere: Request[] = [
    { path: RULE, token: partner.token, body: newRuleBody() },
    { path: `${AWARD}/${first.body.data.id}/reverse`, token: partner.token },
    { path: BULK, token: partner.token, body: { awards: [{ userId, ruleName }] } },
    { path: TRANSFER, token: partner.token, body: { userId, coins: '1' } },
    { path: '/api/v1/user', token: partner.token, body: newUserBody() },
    { path: '/api/v1/laas/users/onboard', token: partner.token, body: { tag: unique('tag') } },
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

test('a refused award is replayed as the same refusal, also when it would be paid by now', async () => {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ status: 'inactive' })
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName: rule.name } }
  const key = newKey()
  const first = await send(request, key)
  assertFailure(
    first,
    'refused',
    'The rule is inactive; set its status to active to award it.',
    'rule_inactive',
  )
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
    token: partner.token,
    body: { status: 'active' },
  })
  const counts = await rowCounts()
  assertReplay(await send(request, key), first)
  assertReplay(await send(request, key, second), first)
  assert.deepEqual(await rowCounts(), counts)
  assert.equal(await partner.coinsOf(userId), '0')
  assert.equal((await send(request, newKey())).status, 201)
})

test('a refusal that names sub-rules is replayed with the names it had', async () => {
  const userId = await partner.addUser()
  const part = unique('part ')
  const rule = await partner.addRule({ type: 'combined', rules: [{ name: part, condition: 'Did it' }] })
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName: rule.name } }
  const key = newKey()
  const first = await send(request, key)
  assertFailure(
    first,
    'refused',
    `A combined rule is awarded by its sub-rules: award "${part}" instead.`,
    'combined_by_sub_rule',
  )
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
    token: partner.token,
    body: {
      rules: [
        { name: part, condition: 'Did it' },
        { name: unique('part '), condition: 'Did it' },
      ],
    },
  })
  assertReplay(await send(request, key), first)
})

test('a refused transfer is replayed with the coins the wallet held then', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const request = { path: TRANSFER, token: partner.token, body: { userId, coins: '4' } }
  const key = newKey()
  const first = await send(request, key)
  assertFailure(
    first,
    'refused',
    'The wallet holds 0 coins; transfer at most that many.',
    'insufficient_coins',
  )
  await partner.award(userId, name)
  assertReplay(await send(request, key), first)
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a refused reversal is replayed with the coins the wallet held then', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const award = await partner.award(userId, name)
  await partner.transfer(userId, '7.5')
  const request = { path: `${AWARD}/${award.body.data.id}/reverse`, token: partner.token }
  const key = newKey()
  const first = await send(request, key)
  assertFailure(
    first,
    'refused',
    'The wallet holds only 2.5 coins, fewer than the award gave.',
    'insufficient_coins',
  )
  await partner.award(userId, name)
  assertReplay(await send(request, key), first)
  assert.equal((await send(request, newKey())).status, 201)
})

test('a replayed transfer shows the parties as they were then', async () => {
  const tag = unique('tag')
  const joined = await service.post('/api/v1/laas/users/onboard', { tag }, partner.token)
  const { userId } = joined.body.data
  await partner.award(userId, (await partner.addRule()).name)
  const request = { path: TRANSFER, token: partner.token, body: { userId, coins: 1 } }
  const key = newKey()
  const first = await send(request, key)
  assert.equal(first.status, 201)
  await service.query("update memberships set fullname = 'renamed' where user_id = $1", [userId])
  assertReplay(await send(request, key), first)
})

test('the response to an award is replayed after the user left', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  const first = await send(request, key)
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  assertReplay(await send(request, key), first)
  assertFailure(await send(request, newKey()), 'missing', 'User was not found.')
})

test('an award that was reversed is replayed as it was first', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  const first = await send(request, key)
  await send({ path: `${AWARD}/${first.body.data.id}/reverse`, token: partner.token }, undefined)
  assertReplay(await send(request, key), first)
  assert.equal(await partner.coinsOf(userId), '0')
})

test('a completion that only counted is replayed and not counted again', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  const first = await send(request, key)
  assert.equal(first.body.data.awarded, false)
  assertReplay(await send(request, key), first)
  assert.equal((await send(request, newKey())).body.data.awarded, true)
})

test('a response that is no decision leaves the key free', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const award = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const takenName = (await partner.addRule()).name
  const noDecision: [Request, number][] = [
    [{ ...award, body: { userId } }, 400],
    [{ ...award, body: { userId, ruleName, narration: 7 } }, 400],
    [{ ...award, body: '{"userId"' }, 400],
    [{ ...award, body: { userId: randomUUID(), ruleName } }, 400],
    [{ ...award, body: { userId, ruleName: unique('no rule ') } }, 400],
    [{ ...award, token: 'wrong' }, 401],
    [{ path: TRANSFER, token: partner.token, body: { userId, coins: '-1' } }, 400],
    [{ path: TRANSFER, token: partner.token, body: { userId: randomUUID(), coins: '1' } }, 400],
    [{ path: `${AWARD}/${randomUUID()}/reverse`, token: partner.token }, 404],
    [{ path: BULK, token: partner.token, body: { awards: [] } }, 400],
    [{ path: RULE, token: partner.token, body: newRuleBody({ coinValue: '0' }) }, 400],
    [{ path: RULE, token: partner.token, body: newRuleBody({ name: takenName }) }, 400],
    [{ path: '/api/v1/user', token: partner.token, body: newUserBody({ phone: 'none' }) }, 400],
    [{ path: '/api/v1/laas/users/onboard', token: partner.token, body: { tag: 'x' } }, 400],
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

test('a call that found no user or rule is decided anew once there is one', async () => {
  const userId = await partner.addUser()
  const ruleName = unique('rule ')
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  assertFailure(await send(request, key), 'missing', 'Rule was not found.')
  await partner.addRule({ name: ruleName })
  assert.equal((await send(request, key)).body.data.awarded, true)
})

test('a retry needs a valid token', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  const key = newKey()
  assert.equal((await send(request, key)).status, 201)
  assertFailure(await send({ ...request, token: 'wrong' }, key), 'unauthorized', TOKEN_BAD)
})

test('a sign-up that was refused for a taken tag leaves the key free', async () => {
  const body = newUserBody()
  await service.post('/api/v1/user', newUserBody({ tag: body.tag }))
  const key = newKey()
  const path = '/api/v1/user'
  assertFailure(
    await send({ path, body }, key),
    'taken',
    `The tag ${body.tag} is already taken; choose another one.`,
  )
  const corrected = { path, body: { ...body, tag: unique('user') } }
  const done = await send(corrected, key)
  assert.equal(done.status, 201)
  assertReplay(await send(corrected, key), done)
})

test('the keys of two partners do not meet', async () => {
  const key = newKey()
  const requests = await Promise.all(
    [partner, other].map(async (who) => ({
      path: AWARD,
      token: who.token,
      body: { userId: await who.addUser(), ruleName: (await who.addRule()).name },
    })),
  )
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
  const created = await send({ path: '/api/v1/user', body: first }, key)
  const onboarding = { path: '/api/v1/acme/partners', body: newPartnerBody({ email: first.email }) }
  const onboarded = await send(onboarding, key)
  const createdToo = await send({ path: '/api/v1/user', body: another }, key)
  assert.deepEqual([created.status, onboarded.status, createdToo.status], [201, 201, 201])
  assert.deepEqual([created, onboarded, createdToo].map(isReplay), [false, false, false])

  assertReplay(await send({ path: '/api/v1/user', body: first }, key), created)
  assertReplay(await send(onboarding, key), onboarded)
  assertReplay(await send({ path: '/api/v1/user', body: another }, key), createdToo)
  assertConflict(await send({ path: '/api/v1/user', body: { ...first, fullname: 'Other' } }, key))
})

test('a key without a token and the same key of a partner do not meet', async () => {
  const key = newKey()
  const open = await send({ path: '/api/v1/user', body: newUserBody() }, key)
  const withToken = await send({ path: '/api/v1/user', token: partner.token, body: newUserBody() }, key)
  assert.deepEqual([open.status, withToken.status, isReplay(withToken)], [201, 201, false])
})

test('the key of a bulk item and the header key of a single award are one key space', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const item = { userId, ruleName, narration: 'Order 1' }
  const single = { path: AWARD, token: partner.token, body: item }
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
  const body = { userId: await partner.addUser(), ruleName: (await partner.addRule()).name, shop: 'north' }
  const key = newKey()
  const single = await send({ path: AWARD, token: partner.token, body }, key)
  const bulk = await service.post(BULK, { awards: [{ ...body, idempotencyKey: key }] }, partner.token)
  assert.deepEqual(bulk.body.data.results, [single.body])
})

test('null in an optional field and the field left out are the same request', async () => {
  const [userId, { name: ruleName }] = [await partner.addUser(), await partner.addRule()]
  const key = newKey()
  const body = { userId, ruleName }
  const first = await send({ path: AWARD, body: { ...body, narration: null }, token: partner.token }, key)
  assert.equal(first.status, 201)
  assertReplay(await send({ path: AWARD, body, token: partner.token }, key), first)
  const awards = [{ ...body, narration: null, idempotencyKey: key }]
  const bulk = { path: BULK, token: partner.token }
  const whole = newKey()
  const { body: answer } = await send({ ...bulk, body: { awards } }, whole)
  assert.deepEqual(answer.data.results, [first.body])
  const again = await send({ ...bulk, body: { awards: [{ ...body, idempotencyKey: key }] } }, whole)
  assert.deepEqual([isReplay(again), again.body], [true, answer])
})

test('metadata is part of the request, whatever its names are', async () => {
  const [userId, { name: ruleName }] = await Promise.all([partner.addUser(), partner.addRule()])
  const key = unique('key')
  const award = (password: string) =>
    send({ path: AWARD, body: { userId, ruleName, metadata: { password } }, token: partner.token }, key)
  assert.equal((await award('door 1')).status, 201)
  assertFailure(await award('door 2'), 'conflict', CONFLICT)
})

test('items of one bulk call with the same key are one award', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const item = { userId, ruleName, idempotencyKey: newKey() }
  const answer = await service.post(
    BULK,
    { awards: [item, item, { ...item, narration: 'Other' }] },
    partner.token,
  )
  const [first, retry, conflict] = answer.body.data.results
  assert.equal(first.data.awarded, true)
  assert.deepEqual(retry, first)
  assert.equal(conflict.data.appErrorCode, 'Idempotency conflict')
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a refused bulk item with a key is replayed as the same refusal', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule({ status: 'inactive' })
  const body = { userId, ruleName }
  const key = newKey()
  const bulk = await service.post(BULK, { awards: [{ ...body, idempotencyKey: key }] }, partner.token)
  const replayed = await send({ path: AWARD, token: partner.token, body }, key)
  assert.deepEqual(replayed.body, bulk.body.data.results[0])
  assert.deepEqual([replayed.status, isReplay(replayed)], [400, true])
})

test('a header key covers a whole bulk call, wrong items included', async () => {
  const userId = await partner.addUser()
  const ruleName = unique('rule ')
  await partner.addRule({ name: ruleName, userLimitAward: '2' })
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
      [
        'failed',
        'The user already has as many paid awards of this rule as userLimitAward allows; raise it to award more.',
      ],
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
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const own = newKey()
  const earlier = await send({ path: AWARD, token: partner.token, body: { userId, ruleName } }, own)
  const body = {
    awards: [
      { userId, ruleName, idempotencyKey: own },
      { userId, ruleName },
    ],
  }
  const first = await send({ path: BULK, token: partner.token, body }, newKey())
  assert.deepEqual(first.body.data.results[0], earlier.body)
  assert.notEqual(first.body.data.results[1].data.id, earlier.body.data.id)
  assert.equal(await partner.coinsOf(userId), '20')
})

test('a key has 1 to 255 visible ASCII characters', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
  for (const key of ['', 'k'.repeat(256), 'two words', 'ümlaut', 'tab\tkey'])
    assertFailure(await send(request, key), 'invalid', KEY_WRONG)
  assert.equal(await partner.coinsOf(userId), '0')

  for (const key of ['!', `~${'k'.repeat(254)}`, '"quoted",\\key']) {
    const first = await send(request, key)
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assertReplay(await send(request, key), first)
  }
  const wrong = await service.post(
    BULK,
    {
      awards: ['', 'k'.repeat(256), 'two words', 7, 'a\tb'].map((key) => ({
        userId,
        ruleName,
        idempotencyKey: key,
      })),
    },
    partner.token,
  )
  for (const { data } of wrong.body.data.results)
    assert.equal(data.error, 'idempotencyKey must have 1 to 255 visible ASCII characters.')
  assert.equal(await partner.coinsOf(userId), '30')
})

test('keys that are merely alike are different keys', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule({ coinValue: '1' })
  const request = { path: AWARD, token: partner.token, body: { userId, ruleName } }
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
  const { token, addUser, addRule } = partner
  const userId = await addUser()
  const { name: ruleName } = await addRule()
  const award = { userId, ruleName }
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
    { path: '/api/v1/user', body: newUserBody(passwords) },
    { path: '/api/v1/user', token: partner.token, body: newUserBody(passwords) },
    { path: '/api/v1/acme/partners', body: newPartnerBody(passwords) },
  ]) {
    const first = await send(request, key)
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assertReplay(await send({ ...request, body: { ...request.body, ...others } }, key), first)
  }
  await service.post('/api/v1/acme/partners/login', { email: 'nobody@acme.example', password: PASSWORD })

  await assertNotStored([secret, changed])
  const hashes = await service.query<{ bytes: number }>(
    'select distinct length(request_hash) as bytes from (select request_hash from stored_responses union all select request_hash from awards where request_hash is not null) hashes',
  )
  assert.deepEqual(hashes, [{ bytes: 16 }])
})
