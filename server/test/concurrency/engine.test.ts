import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { AwardRequest } from '../../src/programme/awards/award.ts'
import { createEngine } from '../../src/programme/engine/engine.ts'
import { respondOnceInSteps } from '../../src/programme/idempotency/respond-once.ts'
import { NO_LABELS } from '../../src/programme/ledger/labels.ts'
import { connectionsForRequests } from '../../src/storage/database/connections.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { type ApiResponse, assertFailure, TOKEN_BAD } from '../support/api-response.ts'
import { createCapturedLog } from '../support/captured-log.ts'
import { notOnCitus } from '../support/citus.ts'
import { type LockedRows, lockLedgers, withClient } from '../support/database.ts'
import { newRuleBody, onboardTestPartner, signIn, type TestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const PARTNER_CALLS_WAITING_MAX = 10_000
const BULK_ITEMS_MAX = 1_000
const TOO_MANY_WAITING = { message: 'Too many requests are waiting; try again in a moment.' }

const { log, logged } = createCapturedLog()
// With one pool, whose connections a test can take.
const service = await startTestService({ databaseNodes: 'coordinator', databaseWaitSeconds: 5 }, { log })

function awardWithKey(
  partner: TestPartner,
  key: string,
  body: { userId: string; ruleName: string; narration?: string },
): Promise<ApiResponse> {
  return service.request('POST', '/api/v1/laas/rules/award', {
    token: partner.token,
    body,
    headers: { 'idempotency-key': key },
  })
}

async function walletOf(partner: TestPartner, userId: string): Promise<{ coins: string; points: string }> {
  const { coins, points } = (await partner.memberOf(userId)).wallet
  return { coins, points }
}

function internalError({ headers }: ApiResponse) {
  const error = `Something went wrong on our side; quote the request id ${headers.get('x-request-id')} to support.`
  return {
    status: 'failed',
    message: 'Internal error',
    data: { errorType: 'internal', appErrorCode: 'Internal', error },
  }
}

const untilSomeWait = ({ countWaiting }: LockedRows, count = 1) =>
  waitUntil(async () => (await countWaiting()) >= count, 'requests that wait for the ledger')

/** Has the database itself refuse the awards with this narration, and only these. */
async function withPoison(work: () => Promise<void>): Promise<void> {
  await service.query(
    `alter table personal_data add constraint no_poison check (note is distinct from 'poison') not valid`,
  )
  try {
    await work()
  } finally {
    await service.query('alter table personal_data drop constraint no_poison')
  }
}

suite('a call that the database refuses harms no neighbour', () => {
  test('of 50 awards in one batch the 49 others are paid, and the poisoned one is a 500 that changed nothing', async () => {
    const partner = await onboardTestPartner(service)
    const [first, ...users] = (await partner.addUsers(11)) as [string, ...string[]]
    const victim = users[7] as string
    const { id, name: ruleName } = await partner.addRule({ coinValue: '2' })

    await withPoison(async () => {
      const ledger = await lockLedgers(service, partner)
      const ahead = partner.award(first, ruleName)
      await untilSomeWait(ledger)
      const calls = Array.from({ length: 50 }, (_, index) => {
        const userId = index === 23 ? victim : (users[index % 5] as string)
        return awardWithKey(partner, `key-${index}`, {
          userId,
          ruleName,
          narration: index === 23 ? 'poison' : `order ${index}`,
        })
      })
      await ledger.letGo()
      const answers = await Promise.all(calls)
      assert.equal((await ahead).status, 201)

      const [poisoned] = answers.splice(23, 1) as [ApiResponse]
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.data.awarded]),
        answers.map(() => [201, true]),
      )
      assert.equal(poisoned.status, 500)
      assert.deepEqual(poisoned.body, internalError(poisoned))
      assert.deepEqual(await walletOf(partner, victim), { coins: '0', points: '0' })
      const rule = await service.get(`/api/v1/laas/rules/${id}`, partner.token)
      assert.equal(rule.body.data.participants, '6')
      const decisions = await service.get(`/api/v1/laas/decisions?userId=${victim}`, partner.token)
      assert.deepEqual(decisions.body.data.decisions, [])
      assert.deepEqual(await service.query('select * from broken_invariants'), [])
    })

    const again = await awardWithKey(partner, 'key-23', { userId: victim, ruleName, narration: 'poison' })
    assert.equal(again.status, 201, 'the key was left free')
    assert.equal(again.headers.get('idempotency-replayed'), null)
    assert.deepEqual(await walletOf(partner, victim), { coins: '2', points: '2' })
  })

  test('a bulk call returns the result of each item, also of the poisoned one', async () => {
    const partner = await onboardTestPartner(service)
    const userId = await partner.addUser()
    const { name: ruleName } = await partner.addRule({ coinValue: '2' })
    const send = () =>
      service.request('POST', '/api/v1/laas/rules/award/bulk', {
        token: partner.token,
        body: { awards: ['one', 'poison', 'two'].map((narration) => ({ userId, ruleName, narration })) },
        headers: { 'idempotency-key': 'whole-call' },
      })
    let first: ApiResponse | undefined
    await withPoison(async () => {
      first = await send()
      const { status, body } = first
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.data.results.map((result: { status: string }) => result.status),
        ['success', 'failed', 'success'],
      )
      assert.deepEqual(body.data.results[1], internalError(first))
    })
    assert.deepEqual(await walletOf(partner, userId), { coins: '4', points: '4' })

    const again = await send()
    assert.deepEqual(
      again.body.data.results.map((result: { status: string }) => result.status),
      ['success', 'success', 'success'],
      'a retry finishes the rest of the call',
    )
    for (const index of [0, 2])
      assert.deepEqual(again.body.data.results[index], first?.body.data.results[index])
    assert.deepEqual(await walletOf(partner, userId), { coins: '6', points: '6' })
    const replay = await send()
    assert.equal(replay.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(replay.body, again.body)
  })
})

for (const [what, code, batchTries, sentence] of [
  ['the disk is full', '53100', 1, 'The database is unavailable; try again in a moment.'],
  ['a lock is not granted in time', '55P03', 2, 'Another request takes too long; try again in a moment.'],
  ['transactions deadlock', '40P01', 2, 'Another request is changing the same data; try again in a moment.'],
  ['transactions conflict', '40001', 2, 'Another request is changing the same data; try again in a moment.'],
] as const) {
  test(`while ${what} calls get a 503 with Retry-After, and a batch is tried ${batchTries} times`, {
    skip: notOnCitus('a trigger on a shard cannot count in a sequence of the coordinator'),
  }, async () => {
    const partner = await onboardTestPartner(service)
    const userId = await partner.addUser()
    const { name: ruleName } = await partner.addRule({ coinValue: '2' })
    const awards = Array.from({ length: 20 }, () => ({ userId, ruleName }))
    // What a sequence counted is not rolled back.
    await service.query(`
      create sequence tries;
      create function refuse() returns trigger language plpgsql security definer as
        $$ begin perform nextval('tries'); raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before insert on awards for each statement execute function refuse();
      create trigger refuse before insert on rules for each statement execute function refuse()`)
    const answers = [
      await partner.award(userId, ruleName),
      await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token),
      await service.post('/api/v1/laas/rules/create-rule', newRuleBody(), partner.token),
    ]
    const tries = await service.query('select last_value::integer as count from tries')
    await service.query('drop function refuse cascade; drop sequence tries')

    for (const answer of answers) {
      assertFailure(answer, 'unavailable', sentence)
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    assert.deepEqual(tries, [{ count: 2 * batchTries + 1 }])
    assert.equal((await partner.award(userId, ruleName)).status, 201)
  })
}

test('a partner that fills its share of the queue gets 503 with Retry-After, and no other partner does', async () => {
  const partner = await onboardTestPartner(service)
  const other = await onboardTestPartner(service)
  const callOf = async (who: TestPartner) => ({
    actor: { partnerId: who.partnerId },
    request: awardOf(await who.addUser(), (await who.addRule({ coinValue: '1' })).name),
  })
  const [own, others] = [await callOf(partner), await callOf(other)]
  const database = openDatabase({ connectionString: service.connectionString })
  const services = {
    database,
    log,
    batchSizeMax: 500,
    connections: 10,
    now: () => new Date(),
  }
  const { coinCalls, requireRoom } = createEngine(services)
  const give = ({ actor, request }: typeof own) => coinCalls.award.decide(actor, request, null)

  try {
    const ledger = await lockLedgers(service, partner)
    const calls = Array.from({ length: PARTNER_CALLS_WAITING_MAX }, () => give(own))
    await assert.rejects(give(own), TOO_MANY_WAITING)
    assert.throws(() => requireRoom(partner.partnerId, 1), TOO_MANY_WAITING)
    assert.equal((await give(others)).kind, 'decided')
    await ledger.letGo()
    for (const { kind } of await Promise.all(calls)) assert.equal(kind, 'decided')
    assert.equal((await give(own)).kind, 'decided', 'there is room again')
  } finally {
    await database.close()
  }
})

test('bulk calls beyond those in progress wait, then get 503 without a paid item, and no other partner waits', async () => {
  const partner = await onboardTestPartner(service)
  const other = await onboardTestPartner(service)
  const [userId, otherUser] = [await partner.addUser(), await other.addUser()]
  const { name: ruleName } = await partner.addRule({ coinValue: '1' })
  const otherRule = await other.addRule({ coinValue: '1' })
  const awards = Array.from({ length: BULK_ITEMS_MAX }, () => ({ userId, ruleName }))

  const ledger = await lockLedgers(service, partner)
  const refused: ApiResponse[] = []
  const calls = Array.from({ length: 20 }, async () => {
    const response = await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)
    if (response.status !== 200) refused.push(response)
    return response
  })
  await waitUntil(() => refused.length > 10, 'those that wait too long are refused')
  assert.equal((await other.award(otherUser, otherRule.name)).status, 201)
  await ledger.letGo()
  const paid = (await Promise.all(calls)).filter(({ status }) => status === 200)

  for (const response of refused) {
    assertFailure(response, 'unavailable', TOO_MANY_WAITING.message)
    assert.equal(response.headers.get('retry-after'), '1')
  }
  assert(paid.length > 1)
  assert.equal((await walletOf(partner, userId)).coins, String(paid.length * BULK_ITEMS_MAX))
})

test('a bulk response is stored while the ledger is locked, unless an item is still open', async () => {
  const partner = await onboardTestPartner(service)
  const database = openDatabase({ connectionString: service.connectionString })
  for (const openKeys of [[], [randomUUID()]]) {
    const locked = Promise.withResolvers<LockedRows>()
    const keyed = { key: randomUUID(), hash: Buffer.alloc(16) }
    const response = respondOnceInSteps(database, partner, keyed, async () => {
      locked.resolve(await lockLedgers(service, partner))
      return { status: 200, data: '{}', isFinal: true, openKeys }
    })
    const ledger = await locked.promise
    if (openKeys.length > 0) await untilSomeWait(ledger)
    else await response
    await ledger.letGo()
    assert.deepEqual(await response, { status: 200, data: '{}', isReplay: false })
    const again = await respondOnceInSteps(database, partner, keyed, () => assert.fail('it was done'))
    assert.deepEqual(again, { status: 200, data: '{}', isReplay: true })
  }
  await database.close()
})

test('a bulk call that is larger than what may be in progress runs alone, and the next one after it', async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule({ coinValue: '1' })
  const narration = 'x'.repeat(1000)
  const awards = Array.from({ length: 500 }, () => ({ userId, ruleName, narration }))
  const answers = await Promise.all(
    Array.from({ length: 2 }, () => service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)),
  )
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await walletOf(partner, userId)).coins, '1000')
})

test('an idle service responds to a single call, without another to push it on', async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '3' })
  for (const coins of ['3', '6', '9']) {
    assert.equal((await partner.award(userId, name)).status, 201)
    assert.equal((await walletOf(partner, userId)).coins, coins)
  }
})

test('a partner whose ledger is locked does not hold up another', async () => {
  const locked = await onboardTestPartner(service)
  const free = await onboardTestPartner(service)
  const [lockedUser, freeUser] = [await locked.addUser(), await free.addUser()]
  const [lockedRule, freeRule] = [await locked.addRule(), await free.addRule()]
  const ledger = await lockLedgers(service, locked)
  const waiting = locked.award(lockedUser, lockedRule.name)
  await untilSomeWait(ledger)
  assert.equal((await free.award(freeUser, freeRule.name)).status, 201)
  await ledger.letGo()
  assert.equal((await waiting).status, 201)
})

test('however many writes of a partner wait for its ledger, they take one connection', async () => {
  const locked = await onboardTestPartner(service)
  const free = await onboardTestPartner(service)
  const ledger = await lockLedgers(service, locked)
  const writes = Array.from({ length: 40 }, () =>
    service.post('/api/v1/laas/rules/create-rule', newRuleBody(), locked.token),
  )
  await untilSomeWait(ledger)
  assert.notEqual((await free.addRule()).id, undefined)
  assert.equal(await free.coinsOf(await free.addUser()), '0')
  assert.equal(await ledger.countWaiting(), 1)
  await ledger.letGo()
  for (const { status, body } of await Promise.all(writes)) assert.equal(status, 201, JSON.stringify(body))
})

test('while all connections for writing are in use, writes get 503 with Retry-After, reads go on, and a revoked token gets 401', async () => {
  const board = '/api/v1/laas/leaderboard/new'
  const { writes: connections } = connectionsForRequests(1)
  const partners = await Promise.all(Array.from({ length: connections }, () => onboardTestPartner(service)))
  const other = await onboardTestPartner(service)
  const [{ email }] = partners as [TestPartner]
  const revoked = await signIn(service, email)
  const ledgers = await lockLedgers(service, ...partners)
  const create = ({ token }: TestPartner) =>
    service.post('/api/v1/laas/rules/create-rule', newRuleBody(), token)
  const writes = partners.map(create)
  await untilSomeWait(ledgers, writes.length)
  await service.query('insert into revocations (id, revoked_at) values ($1, clock_timestamp())', [
    revoked.sessionId,
  ])
  const busy = create(other)
  assert.equal((await service.get(board, other.token)).status, 200)
  const read = () => service.get(board, revoked.token)
  await waitUntil(async () => (await read()).status === 401, 'the service knows that the token is revoked')
  assertFailure(await read(), 'unauthorized', TOKEN_BAD)
  assertFailure(await busy, 'unavailable', 'The service is busy; try again in a moment.')
  assert.equal((await busy).headers.get('retry-after'), '1')
  assert.match(logged(), /all database connections are in use/)
  await ledgers.letGo()
  assert.deepEqual(
    (await Promise.all(writes)).map(({ status }) => status),
    partners.map(() => 201),
  )
})

test('a token is not accepted while it cannot be read whether it is revoked', async () => {
  const { token } = await onboardTestPartner(service)
  const read = () => service.get('/api/v1/laas/leaderboard/new', token)
  await withClient(service.connectionString, async (client) => {
    await client.query('begin; lock table revocations in access exclusive mode')
    await waitUntil(async () => (await read()).status === 503, 'the token is refused')
    assertFailure(await read(), 'unavailable', 'The database is unavailable; try again in a moment.')
  })
  await waitUntil(async () => (await read()).status === 200, 'the token is accepted again')
})

const awardOf = (userId: string, ruleName: string): AwardRequest => ({
  member: { userId },
  ruleName,
  note: null,
  units: null,
  ...NO_LABELS,
})
