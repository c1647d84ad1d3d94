import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, afterEach, suite, test } from 'node:test'
import { storedKey } from '../src/idempotency/idempotency-key.ts'
import { dataOf } from './support/api.ts'
import { type ApiResponse, isReplay } from './support/api-response.ts'
import { isOnCitus, notOnCitus } from './support/citus.ts'
import { createTestDatabase, withClient } from './support/database.ts'
import { onboardTestPartner } from './support/partner.ts'
import {
  embeddedUrl,
  ended,
  handOver,
  killAll,
  type Laurel,
  makeTestFolder,
  postmaster,
  queryEmbedded,
  startLaurel,
  terminate,
} from './support/process.ts'
import { startTraffic, stopTraffic } from './support/traffic.ts'

/** `npm run test:faults` sets more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const RETRIES_AT_ONCE = 8
/** Their requests take turns, so that batches mix them. */
const PARTNERS = 3
const USERS = 4
const COMPLETIONS = 3
const BULK_ITEMS = 3

const folder = await makeTestFolder()
const dataDir = join(folder, 'data')
/** The embedded database, or one that is distributed over a cluster. */
const cluster = isOnCitus ? await createTestDatabase() : undefined
after(async () => cluster?.drop())
const settings = {
  DATA_DIR: dataDir,
  SECRET_KEY: randomBytes(32).toString('base64'),
  ...cluster?.settings,
}
const running = handOver(settings)
const query = async (text: string): Promise<Record<string, unknown>[]> =>
  cluster
    ? (await withClient(cluster.connectionString, (client) => client.query(text))).rows
    : queryEmbedded(dataDir, text)

/** Ends connections of the service; on a cluster, also those of the coordinator to the workers. */
const endConnections = (condition: string) =>
  query(
    isOnCitus
      ? `select * from run_command_on_all_nodes($$
          select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and usename = 'laurel_service' and ${condition}$$)`
      : `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laurel' and ${condition}`,
  )

type Partner = { token: string; users: string[]; paying: string; batched: string }
type Sent = { partner: Partner; path: string; body: object; response: ApiResponse | undefined }

/** The ledgers go through all of this: every request that was ever sent, by its Idempotency-Key. */
const sent = new Map<string, Sent>()
/** How many of them were found in the ledger once, after the last fault. */
let checked = 0
const partners: Partner[] = []

suite('whatever fails, a request that is repeated with its key is done exactly once', () => {
  afterEach(async (t) => {
    await stopTraffic()
    if ((t as unknown as { passed: boolean }).passed) return
    await killAll()
  })

  for (const point of ['before-commit', 'during-commit', 'after-commit', 'before-response']) {
    test(`when the process dies ${point.replace('-', ' ')}`, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        if (partners.length === 0) await prepare()
        await running.stop()
        const count = 1 + ((round * 7) % 40)
        const dying = await startLaurel({ ...settings, FAILPOINT: `${point}:${count}` })
        const traffic = startRequests([dying])
        await ended(dying.process)
        await traffic.stop()
        assert.equal(dying.process.signalCode, 'SIGKILL')

        const laurel = await startLaurel(settings)
        const unanswered = [...sent].filter(([, { response }]) => !response).map(([key]) => key)
        assert.notEqual(unanswered.length, 0)
        if (point === 'after-commit' || point === 'before-response') {
          const done = new Set((await listDecisions()).map(({ key }) => key))
          assert(
            unanswered.some((key) => done.has(storedKey(key)) || done.has(itemKey(key, 0))),
            'it was done, not answered',
          )
        }
        await assertEachOnce([laurel])
        running.leave(laurel)
      }
    })
  }

  test('when PostgreSQL is killed under a living server', {
    skip: notOnCitus('the test does not own the servers'),
  }, async () => {
    const laurel = await running.take()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const traffic = startRequests([laurel])
      await traffic.untilAnswered(60)
      process.kill(postmaster(dataDir).pid, 'SIGKILL')
      await traffic.until(() => traffic.statuses.has(503))
      await traffic.untilAnswered(60)
      await traffic.stop()
      assert.deepEqual(
        [...traffic.statuses].filter((status) => ![200, 201, 400, 503].includes(status)),
        [],
      )
      await assertEachOnce([laurel])
    }
    running.leave(laurel)
  })

  test('when pg_terminate_backend ends its connections', async () => {
    const laurel = await running.take()
    const traffic = startRequests([laurel])
    for (let round = 1; round <= 10 * ROUNDS; round += 1) {
      await traffic.untilAnswered(20)
      await endConnections(`state <> 'idle'`)
    }
    await endConnections('true')
    await traffic.untilAnswered(20)
    await traffic.stop()
    assert.deepEqual(
      [...traffic.statuses].filter((status) => ![200, 201, 400, 503].includes(status)),
      [],
    )
    await assertEachOnce([laurel])
    running.leave(laurel)
  })

  test('when retries reach two processes on one database at once, and one of the processes dies', async () => {
    const laurel = await running.take()
    const second = {
      ...settings,
      DATA_DIR: join(folder, 'second'),
      DATABASE_URL: cluster?.serviceConnectionString ?? embeddedUrl(dataDir),
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const dying = await startLaurel({ ...second, FAILPOINT: `after-commit:${20 + round}` })
      const traffic = startRequests([laurel, dying])
      await ended(dying.process)
      await traffic.untilAnswered(20)
      await traffic.stop()
      assert.equal(dying.process.signalCode, 'SIGKILL')
      const other = await startLaurel(second)
      const both = startRequests([laurel, other])
      await both.untilAnswered(100)
      await both.stop()
      // Every request since the beginning, through all faults.
      if (round === ROUNDS) checked = 0
      await assertEachOnce([laurel, other])
      await terminate(other)
    }
    if (!isOnCitus) {
      const mixed = await query(
        'select xmin::text from awards group by xmin::text having count(distinct partner_id) > 1 limit 1',
      )
      assert.equal(mixed.length, 1, 'batches have mixed partners')
    }
    await terminate(laurel)
  })
})

const call = (laurel: Laurel, key: string, { partner, path, body }: Sent) =>
  laurel.request('POST', path, { token: partner.token, body, headers: { 'idempotency-key': key } })

async function prepare(): Promise<void> {
  const laurel = await startLaurel(settings)
  while (partners.length < PARTNERS) {
    const partner = await onboardTestPartner(laurel)
    const completionNumber = String(COMPLETIONS)
    partners.push({
      token: partner.token,
      users: await partner.addUsers(USERS),
      paying: (await partner.addRule({ coinValue: '3' })).name,
      batched: (await partner.addRule({ coinValue: '5', type: 'batched', completionNumber })).name,
    })
  }
  await terminate(laurel)
}

/** Awards, completions, transfers (some of more than there is) and bulk calls, in turn. */
function nextRequest(): [key: string, request: Sent] {
  const partner = partners[sent.size % PARTNERS] as Partner
  const number = Math.floor(sent.size / PARTNERS)
  const { users, paying, batched } = partner
  const userId = users[number % USERS] as string
  const requests = [
    ['/api/v1/laas/rules/award', { userId, ruleName: paying }],
    ['/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins: 4 }],
    ['/api/v1/laas/rules/award', { userId, ruleName: batched }],
    ['/api/v1/laas/rules/award/bulk', { awards: Array(BULK_ITEMS).fill({ userId, ruleName: paying }) }],
    ['/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins: 1_000_000 }],
  ] as const
  const [path, body] = requests[Math.floor(number / USERS) % requests.length] as (typeof requests)[number]
  return [`key-${sent.size}`, { partner, path, body, response: undefined }]
}

/** New requests, each to all of the processes at once. */
function startRequests(laurels: Laurel[]) {
  const statuses = new Set<number>()
  let answered = 0
  const { until, stop } = startTraffic(laurels, async () => {
    const [key, request] = nextRequest()
    sent.set(key, request)
    const responses = await Promise.all(
      laurels.map((laurel) => call(laurel, key, request).catch(() => undefined)),
    )
    for (const response of responses) {
      if (!response) continue
      statuses.add(response.status)
      if (response.status === 503) continue
      answered += 1
      keepResponse(key, request, response)
    }
    return request.response !== undefined
  })
  return {
    statuses,
    until,
    stop,
    untilAnswered: (more: number) => {
      const enough = answered + more
      return until(() => answered >= enough)
    },
  }
}

/** Every response to a request is the same as the first. */
function keepResponse(key: string, request: Sent, response: ApiResponse): void {
  assert(
    [200, 201, 400].includes(response.status),
    `${key}: ${response.status} ${JSON.stringify(response.body)}`,
  )
  request.response ??= response
  assert.equal(response.status, request.response.status, key)
  assert.deepEqual(response.body, request.response.body, key)
}

/** Retries what was not answered, then everything since the last check, and looks into the ledger. */
async function assertEachOnce(laurels: Laurel[]): Promise<void> {
  const since = [...sent].slice(checked)
  checked = sent.size
  const repeat = async (requests: [string, Sent][], areDone = false) => {
    const left = requests.values()
    const worker = async () => {
      for (const [key, request] of left) {
        for (const laurel of laurels) {
          const response = await call(laurel, key, request)
          keepResponse(key, request, response)
          if (areDone) assert(isReplay(response), `${key} is answered with a replay`)
        }
      }
    }
    await Promise.all(Array.from({ length: RETRIES_AT_ONCE }, worker))
  }
  await repeat(since.filter(([, { response }]) => !response))
  await repeat(since, true)

  assert.deepEqual(await query('select * from broken_invariants'), [])
  const found = await listDecisions()
  const expected = [...sent].flatMap(([key, { path }]) =>
    path.endsWith('/bulk')
      ? Array.from({ length: BULK_ITEMS }, (_, index) => itemKey(key, index))
      : [storedKey(key)],
  )
  assert.equal(found.length, expected.length)
  assert.deepEqual(new Set(found.map(({ key }) => key)), new Set(expected))

  // Every award of the paying rule pays, and every third completion of each user.
  const [laurel] = laurels as [Laurel]
  for (const partner of partners) await assertWallets(laurel, partner, found)
}

async function assertWallets(
  laurel: Laurel,
  { token, users, paying, batched }: Partner,
  found: Record<string, unknown>[],
): Promise<void> {
  const { data: members } = await dataOf(laurel.get('/api/v1/laas/users?limit=100', token))
  for (const userId of users) {
    const awards = (rule: string) =>
      found.filter((decision) => decision.userId === userId && decision.ruleName === rule).length
    const moved = [...sent.values()].filter(
      ({ path, body, response }) =>
        path.includes('transfer') &&
        (body as { userId: string }).userId === userId &&
        response?.status === 201,
    ).length
    const points = 3 * awards(paying) + 5 * Math.floor(awards(batched) / COMPLETIONS)
    const { wallet } = members.find((member: { userId: string }) => member.userId === userId)
    assert.equal(wallet.points, String(points))
    assert.equal(wallet.coins, String(points - 4 * moved))
  }
}

/** The key under which an item of a bulk call is stored. */
const itemKey = (key: string, index: number) => storedKey(`${storedKey(key)}\t${index}`)

/** Every decision in the ledger, whatever its outcome, with the key of its request. */
async function listDecisions(): Promise<Record<string, unknown>[]> {
  return query(`
    select idempotency_key as key, user_id as "userId", rule_name as "ruleName" from awards
    union all
    select idempotency_key, user_id, null from coin_transactions`)
}
