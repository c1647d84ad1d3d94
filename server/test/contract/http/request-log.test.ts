import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { clientCredentialsGrant } from 'openid-client'
import { GROUPED_PER_HOUR_MAX } from '../../../src/http/request-log/request-groups.ts'
import {
  LOGGED_PER_SECOND_MAX,
  LOGGED_WHEN_BUSY_MAX,
  startRequestLog,
} from '../../../src/http/request-log/request-log.ts'
import { type LoggedRequest, listRequests } from '../../../src/http/request-log/request-log-store.ts'
import { purgeExpired } from '../../../src/retention-store.ts'
import { readConfig } from '../../../src/runtime/settings/config.ts'
import { openDatabase } from '../../../src/storage/database/database.ts'
import { newId } from '../../../src/storage/database/ids.ts'
import { signUp } from '../../support/account.ts'
import { atOnce } from '../../support/api.ts'
import { type ApiResponse, assertFailure, assertSuccess, TIMESTAMP } from '../../support/api-response.ts'
import { openTestDatabase } from '../../support/database.ts'
import { discover, getTokens, onboardOauthPartner } from '../../support/oauth.ts'
import { newRuleBody, onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second } = await useClockService()
const REQUESTS = '/api/v1/laas/requests'
const AWARD = '/api/v1/laas/rules/award'
const RULES = '/api/v1/laas/rules'

const requestOf = (partnerId: string, changes: Partial<LoggedRequest>): LoggedRequest => ({
  partnerId,
  id: newId(),
  givenId: null,
  method: 'GET',
  path: '/',
  operation: null,
  status: 201,
  durationMs: 1,
  errorType: null,
  appErrorCode: null,
  error: null,
  caller: 'client',
  teamMemberId: null,
  address: null,
  createdAt: new Date(),
  count: 1,
  ids: null,
  givenIds: null,
  ...changes,
})

let partner: TestPartner
before(async () => {
  partner = await onboardTestPartner(service)
})

const list = (query = '', who: { token: string } = partner) => service.get(`${REQUESTS}?${query}`, who.token)
const idOf = ({ headers }: ApiResponse) => headers.get('x-request-id') as string

/** A request as it is listed, once it is. */
async function logged(
  answer: ApiResponse,
  who: { token: string } = partner,
): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> | undefined
  await waitUntil(
    async () => {
      const { body } = await list(`requestId=${idOf(answer)}`, who)
      found = body.data.requests[0]
      return found !== undefined
    },
    `${idOf(answer)} is listed`,
  )
  return found as Record<string, unknown>
}

test('a request of a team member that succeeded is listed with every documented field', async () => {
  const who = await onboardTestPartner(service)
  const answer = await service.post(`${RULES}/create-rule`, newRuleBody(), who.token)
  const request = await logged(answer, who)
  const { durationMs, createdAt } = request

  assert.match(String(createdAt), TIMESTAMP)
  assert.ok(Number.isInteger(durationMs) && Number(durationMs) >= 0)
  assertSuccess(await list('', who), 200, 'Requests returned', {
    requests: [
      {
        id: idOf(answer),
        method: 'POST',
        path: '/api/v1/laas/rules/create-rule',
        operation: 'createRule',
        status: 201,
        durationMs,
        errorType: null,
        appErrorCode: null,
        error: null,
        caller: 'team',
        by: who.email,
        address: '127.0.0.1',
        createdAt,
        count: 1,
      },
    ],
    next: null,
    leftOut: 0,
  })
})

test('a failed request is listed with the failure that its caller got', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ status: 'inactive' })
  for (const [answer, operation] of [
    [await partner.award(userId, name), 'awardRule'],
    [await partner.award(randomUUID(), name), 'awardRule'],
    [await service.post(AWARD, '{"broken', partner.token), 'awardRule'],
    [await service.get(`${RULES}?limit=0`, partner.token), 'listRules'],
    [await service.get(`${RULES}/${randomUUID()}`, partner.token), 'readRule'],
    [await service.get('/api/v1/laas/nothing?secret=query', partner.token), null],
  ] as [ApiResponse, string | null][]) {
    const request = await logged(answer)
    const { errorType, appErrorCode, error, status } = request
    const { fields: _, ...told } = answer.body.data
    assert.deepEqual({ errorType, appErrorCode, error }, told)
    assert.deepEqual([status, request.operation], [answer.status, operation])
    assert.ok(!JSON.stringify(request).includes('query'))
  }
})

test('what the team only reads is not listed, what the backend reads is, and a user keeps the address', async () => {
  const who = await onboardOauthPartner(service)
  const config = await discover(service, who)
  const { access_token: backend } = await clientCredentialsGrant(config, { scope: 'rules awards' })
  const read = await service.get(RULES, who.token)
  const readByBackend = await logged(await service.get(RULES, backend), who)
  assert.deepEqual(
    [readByBackend.caller, readByBackend.by, readByBackend.operation, readByBackend.address],
    ['client', null, 'listRules', '127.0.0.1'],
  )
  assert.deepEqual((await list(`requestId=${idOf(read)}`, who)).body.data.requests, [])

  const { access_token: token } = await getTokens(service, config, await signUp(service))
  const ofUser = await logged(await service.get('/api/v1/laas/leaderboard/new', token), who)
  assert.deepEqual([ofUser.caller, ofUser.by, ofUser.address], ['user', null, null])
})

test('requests are filtered by how they ended and paged, the newest first', async () => {
  const who = await onboardTestPartner(service)
  const { name } = await who.addRule()
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) {
    ids.unshift(idOf(await who.award(randomUUID(), name)))
    ids.unshift(idOf(await service.post(`${RULES}/create-rule`, newRuleBody(), who.token)))
  }
  await waitUntil(
    async () => (await list('limit=100', who)).body.data.requests.length === 9,
    'all are listed',
  )
  const walk = async (query: string) => {
    const pages: string[][] = []
    for (let before = ''; ; ) {
      const { data } = (await list(`${query}${before}`, who)).body
      pages.push(data.requests.map(({ id }: { id: string }) => id))
      if (data.next === null) return pages
      before = `&before=${data.next}`
    }
  }
  const first = (await list('limit=100', who)).body.data.requests.at(-1).id
  assert.deepEqual(await walk('limit=5'), [ids.slice(0, 5), [...ids.slice(5), first]])
  assert.deepEqual(await walk('limit=3&outcome=failed'), [[ids[1], ids[3], ids[5]], [ids[7]]])
  assert.deepEqual(await walk('outcome=ok'), [[ids[0], ids[2], ids[4], ids[6], first]])
  assert.deepEqual(await walk('requestId=nothing'), [[]])
})

test("another partner's requests are not seen", async () => {
  const other = await onboardTestPartner(service)
  const answer = await other.award(randomUUID(), 'no rule')
  await logged(answer, other)
  assert.deepEqual((await list(`requestId=${idOf(answer)}`)).body.data.requests, [])
})

test('every request of a burst is found by its id, whether it has a line of its own or shares one', async () => {
  const who = await onboardTestPartner(service)
  await logged(await service.post(`${RULES}/create-rule`, newRuleBody(), who.token), who)
  const sums = async () => {
    const [row] = await service.query<{ lines: number; requests: number }>(
      `select count(*)::integer as lines, sum(count)::integer as requests from request_log where partner_id = $1`,
      [who.partnerId],
    )
    return { lines: (row?.lines ?? 0) - 1, requests: (row?.requests ?? 0) - 1 }
  }
  const answers: ApiResponse[] = []
  // A slow machine may spread them over seconds that give each a line.
  do {
    assert.ok(answers.length <= 8_000, 'some share a line')
    answers.push(...(await atOnce(400, [service, second], (api) => api.post(AWARD, {}, who.token))))
    await waitUntil(async () => (await sums()).requests === answers.length, 'all are logged')
  } while ((await sums()).lines === answers.length)
  assert.ok((await sums()).lines >= 2 * LOGGED_PER_SECOND_MAX)
  const { requests, leftOut } = (await list('limit=100&outcome=failed', who)).body.data
  assert.equal(leftOut, 0)
  assert.ok(requests.some(({ count }: { count: number }) => count > 1))
  for (const answer of answers.filter((_, index) => index % 7 === 0)) {
    const { id, status, operation } = await logged(answer, who)
    assert.deepEqual([id, status, operation], [idOf(answer), 400, 'awardRule'])
  }
  const [last] = answers.slice(-1) as [ApiResponse]
  assert.deepEqual((await list(`requestId=${idOf(last)}`)).body.data.requests, [], 'of another partner')
})

test('requests before the end of their retention are purged, however many there are', async () => {
  const database = openDatabase({ connectionString: service.connectionString })
  const partnerId = randomUUID()
  const insert = (id: string, age: string) =>
    service.query(
      `insert into request_log (partner_id, id, method, path, status, duration_ms, caller, created_at)
      values ($1, $2, 'GET', '/', 200, 1, 'client', now() - $3::interval)`,
      [partnerId, id, age],
    )
  const young = newId()
  await insert(young, '71 hours')
  await service.query(
    `insert into request_log (partner_id, id, method, path, status, duration_ms, caller, created_at)
    select $1, gen_random_uuid(), 'GET', '/', 200, 1, 'client', now() - interval '73 hours' from generate_series(1, 11000)`,
    [partnerId],
  )
  await service.query(`insert into request_log_dropped values ($1, now() - interval '73 hours', 7)`, [
    partnerId,
  ])
  await purgeExpired(database, readConfig({ REQUEST_LOG_DAYS: '3' }), new Date())
  await database.close()

  assert.deepEqual(await service.query('select id from request_log where partner_id = $1', [partnerId]), [
    { id: young },
  ])
  assert.deepEqual(
    await service.query('select * from request_log_dropped where partner_id = $1', [partnerId]),
    [],
  )
})

test('wrong parameters are named, all of them', async () => {
  assertFailure(
    await list('before=x&outcome=lost&limit=101&requestId=%00'),
    'invalid',
    'requestId must be one line of text of at most 100 characters; outcome must be ok or failed; before must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55; limit must be a whole number from 1 to 100.',
  )
})

test('a name that the database cannot keep takes nothing from the log', async () => {
  const who = await onboardTestPartner(service)
  const answer = await service.post(
    `/api/v1/laas/webhooks/${randomUUID()}/diagnose`,
    { body: '', headers: { '\u0000': 5 } },
    who.token,
  )
  assert.equal(answer.status, 400)
  assert.equal((await logged(answer, who)).status, 400)
})

test('while many partners are busy, fewer successes of each have lines of their own, and none is left out', async () => {
  const PARTNERS = 100
  const EACH = 10
  const { client, open } = await openTestDatabase()
  const log = { error: (fields: unknown) => assert.fail(JSON.stringify(fields)) }
  const requestLog = startRequestLog({ database: open(), now: () => new Date(), log })
  const record = (partnerId: string, status: number) => {
    const request = requestOf(partnerId, { status })
    requestLog.record(request, () => request)
    return request.id
  }
  // All within one second: nothing is written before this is done.
  const busy = Array.from({ length: PARTNERS }, () => randomUUID())
  for (let count = 0; count < EACH; count += 1) for (const partnerId of busy) record(partnerId, 201)
  const late = randomUUID()
  for (let count = 0; count <= LOGGED_PER_SECOND_MAX; count += 1)
    for (const status of [201, 400, 500]) record(late, status)
  await requestLog.stop()

  const countOf = async (condition: string) =>
    (await client.query(`select count(*)::integer as count from request_log where ${condition}`)).rows[0]
      .count
  const alone = 'count = 1'
  assert.equal(await countOf(`partner_id = '${late}' and status = 201 and ${alone}`), LOGGED_WHEN_BUSY_MAX)
  for (const status of [400, 500])
    assert.ok((await countOf(`partner_id = '${late}' and status = ${status}`)) >= LOGGED_PER_SECOND_MAX)
  const { rows } = await client.query('select sum(count)::integer as requests from request_log')
  assert.equal(rows[0].requests, PARTNERS * EACH + 3 * (LOGGED_PER_SECOND_MAX + 1), 'none is left out')
})

test('requests that share a line are found by the ids that a proxy gave, and by ours', async () => {
  const { open } = await openTestDatabase()
  const database = open()
  const log = { error: (fields: unknown) => assert.fail(JSON.stringify(fields)) }
  const requestLog = startRequestLog({ database, now: () => new Date(), log })
  const partnerId = randomUUID()
  const given = Array.from({ length: 200 }, (_, index) => requestOf(partnerId, { givenId: `edge:${index}` }))
  const own = Array.from({ length: 200 }, () => requestOf(partnerId, { operation: 'transferCoins' }))
  for (const request of [...given, ...own]) requestLog.record(request, () => request)
  await requestLog.stop()
  const filter = { outcome: null, before: null, limit: 5 }
  for (const { givenId } of given) {
    const found = await listRequests(database, partnerId, { ...filter, requestId: givenId })
    assert.deepEqual(
      found.map((request) => request.givenId),
      [givenId],
    )
    assert.deepEqual(await listRequests(database, randomUUID(), { ...filter, requestId: givenId }), [])
  }
  for (const { id } of own) {
    const found = await listRequests(database, partnerId, { ...filter, requestId: id })
    assert.deepEqual(
      found.map((request) => [request.givenId ?? request.id, request.operation]),
      [[id, 'transferCoins']],
    )
  }
  const lines = await listRequests(database, partnerId, { ...filter, requestId: null, limit: 1_000 })
  assert.ok(lines.length <= 2 * LOGGED_PER_SECOND_MAX + 2, `${lines.length} lines`)
})

test('one partner has a bounded number of requests an hour in shared lines, and the others are counted', async () => {
  const { client, open } = await openTestDatabase()
  const log = { error: (fields: unknown) => assert.fail(JSON.stringify(fields)) }
  const requestLog = startRequestLog({ database: open(), now: () => new Date(), log })
  const [noisy, quiet] = [randomUUID(), randomUUID()]
  const SENT = GROUPED_PER_HOUR_MAX + 500
  for (let count = 0; count < SENT; count += 1) {
    const failed = requestOf(noisy, { status: 400 })
    requestLog.record(failed, () => failed)
  }
  const request = requestOf(quiet, {})
  requestLog.record(request, () => request)
  await requestLog.stop()
  const sumOf = async (statement: string) => Number((await client.query(statement)).rows[0].sum)
  const kept = await sumOf(`select sum(count) from request_log where partner_id = '${noisy}'`)
  const dropped = await sumOf(`select sum(requests) from request_log_dropped where partner_id = '${noisy}'`)
  assert.ok(kept <= GROUPED_PER_HOUR_MAX + LOGGED_PER_SECOND_MAX)
  assert.equal(kept + dropped, SENT)
  assert.equal(await sumOf(`select sum(count) from request_log where partner_id = '${quiet}'`), 1)
})
