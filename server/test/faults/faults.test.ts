import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, afterEach, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CLIENT_SCOPES } from '../../src/identity/authorization/access.ts'
import { storedKey } from '../../src/programme/idempotency/idempotency-key.ts'
import { dataOf } from '../support/api.ts'
import { type ApiResponse, isReplay } from '../support/api-response.ts'
import { isOnCitus, moveShard, notOnCitus } from '../support/citus.ts'
import { createTestDatabase, withClient } from '../support/database.ts'
import {
  type Client,
  grantToken,
  newClient,
  newUserBody,
  onboardTestPartner,
  signIn,
} from '../support/partner.ts'
import {
  embeddedUrl,
  ended,
  handOver,
  hasEnded,
  killAll,
  type Laurel,
  makeTestFolder,
  postmaster,
  queryEmbedded,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { startTraffic, stopTraffic } from '../support/traffic.ts'

/** `npm run test:faults` sets more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const RETRIES_AT_ONCE = 8
/** Their requests take turns, so that batches mix them. */
const PARTNERS = 3
const USERS = 4
const COMPLETIONS = 3
const BULK_ITEMS = 3
const FAILPOINTS = ['before-writes', 'before-commit', 'during-commit', 'after-commit', 'before-response']
const ORDER_AWARDS = 6
const ORDER_TRANSFERS = 2
const ACTIVITY = '/api/v1/laas/activities'
const ACTIVITY_TYPE = 'order.paid'
const AWARD = '/api/v1/laas/rules/award'
const BULK = `${AWARD}/bulk`
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const ADJUST = '/api/v1/laas/coins/adjust'
const RETURN = '/api/v1/laas/returns'

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
const query = async <Row extends object = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> =>
  cluster
    ? (await withClient(cluster.connectionString, (client) => client.query<Row>(text, values))).rows
    : ((await queryEmbedded(dataDir, text)) as Row[])

/** Ends connections of the service; on a cluster, also those of the coordinator to the workers. */
const endConnections = (condition: string) =>
  query(
    isOnCitus
      ? `select * from run_command_on_all_nodes($$
          select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and usename = 'laurel_service' and ${condition}$$)`
      : `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laurel' and ${condition}`,
  )

type Partner = {
  id: string
  email: string
  token: string
  teamToken: string
  /** Whose token makes the calls, instead of the team member's. */
  client: Client | undefined
  users: string[]
  paying: string
  batched: string
  /** Awarded by activities only. */
  listening: string
  /** What was answered, for requests that undo it. */
  awards: string[]
  transfers: string[]
  references: string[]
}
type Sent = { partner: Partner; path: string; body: object; response: ApiResponse | undefined }

/** The ledgers go through all of this: every request that was ever sent, by its Idempotency-Key. */
const sent = new Map<string, Sent>()
/** How many of them were found in the ledger once, after the last fault. */
let checked = 0
const partners: Partner[] = []

/** On a cluster, shards move to and fro through all of this. */
let isMoving = isOnCitus
const moving = (async () => {
  for (let moves = 0; isMoving; moves += 1) {
    await pause(500)
    const partner = partners[moves % PARTNERS]
    const way = moves % 4 < 2 ? 'block_writes' : 'force_logical'
    // A move fails when its connections are ended.
    if (partner) await moveShard({ query }, partner.id, way).catch(() => undefined)
  }
})()
after(async () => {
  isMoving = false
  await moving
})

suite('whatever fails, a request that is repeated with its key is done exactly once', () => {
  afterEach(async (t) => {
    await stopTraffic()
    if ((t as unknown as { passed: boolean }).passed) return
    await killAll()
  })

  for (const point of FAILPOINTS) {
    test(`when the process dies ${point.replace('-', ' ')}`, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        let laurel = await running.take()
        if (partners.length === 0) await prepare(laurel)
        const count = 1 + ((round * 7) % 40)
        const dying = await startLaurel({ ...secondSettings(), FAILPOINT: `${point}:${count}` })
        const traffic = startRequests([dying])
        await ended(dying.process)
        await traffic.stop()
        assert.equal(dying.process.signalCode, 'SIGKILL')

        const unanswered = [...sent].filter(([, { response }]) => !response).map(([key]) => key)
        assert.notEqual(unanswered.length, 0)
        if (point === 'after-commit' || point === 'before-response') {
          const done = new Set((await listDecisions()).map(({ key }) => key))
          assert(
            unanswered.some((key) => done.has(storedKey(key)) || done.has(itemKey(key, 0))),
            'it was done, not answered',
          )
        }
        if (point === 'during-commit') {
          await terminate(laurel)
          laurel = await startLaurel(settings)
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

  test('when the process dies during a return, which then is there whole or not at all', async () => {
    const laurel = await running.take()
    for (const point of FAILPOINTS) {
      const [partner] = partners as [Partner]
      const reference = `order-${point}`
      await renewTokens(laurel, partner)
      await placeOrder(laurel, partner, reference)
      const request: Sent = { partner, path: RETURN, body: { reference, share: 0.5 }, response: undefined }
      sent.set(reference, request)
      // Transactions of the start come first.
      const count = point === 'during-commit' ? 5 : 1
      const dying = await startLaurel({ ...secondSettings(), FAILPOINT: `${point}:${count}` })
      while (!hasEnded(dying.process)) await call(dying, reference, request).catch(() => undefined)
      await ended(dying.process)
      assert.equal(dying.process.signalCode, 'SIGKILL')

      const [done] = await query(`
        select (select count(*)::int from returns where reference = '${reference}') as returns,
          (select count(*)::int from coin_transactions where reference = '${reference}' and kind = 'refund') as refunds,
          (select count(*)::int from reversals where reference = '${reference}') as reversals`)
      const whole = { returns: 1, refunds: ORDER_TRANSFERS, reversals: ORDER_AWARDS }
      const isDone = done?.returns === 1
      assert.deepEqual(done, isDone ? whole : { returns: 0, refunds: 0, reversals: 0 })
      if (point !== 'during-commit')
        assert.equal(isDone, !point.startsWith('before-') || point === 'before-response', point)

      const retried = await call(laurel, reference, request)
      assert.equal(isReplay(retried), isDone, point)
      keepResponse(reference, request, retried)
      const { refunds, reversals } = retried.body.data
      assert.deepEqual([refunds.length, reversals.length], [ORDER_TRANSFERS, ORDER_AWARDS])
    }
    await assertEachOnce([laurel])
    running.leave(laurel)
  })

  test('when retries reach two processes on one database at once, and one of the processes dies', async () => {
    const laurel = await running.take()
    const second = secondSettings()
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

/** Of a second process on the same database. */
const secondSettings = () => ({
  ...settings,
  DATA_DIR: join(folder, 'second'),
  DATABASE_URL: cluster?.serviceConnectionString ?? embeddedUrl(dataDir),
})

/** A long run outlives tokens. */
async function call(laurel: Laurel, key: string, { partner, path, body }: Sent): Promise<ApiResponse> {
  const send = () =>
    laurel.request('POST', path, { token: partner.token, body, headers: { 'idempotency-key': key } })
  const { token } = partner
  const response = await send()
  if (response.status !== 401) return response
  if (partner.token === token) await renewTokens(laurel, partner)
  return send()
}

async function renewTokens(laurel: Laurel, partner: Partner): Promise<void> {
  const { email, client } = partner
  partner.teamToken = (await signIn(laurel, email)).token
  partner.token = client ? await grantToken(laurel, client) : partner.teamToken
}

async function prepare(laurel: Laurel): Promise<void> {
  while (partners.length < PARTNERS) {
    const partner = await onboardTestPartner(laurel)
    // On a cluster, the calls of a client go to the worker, and those of a team member through the coordinator.
    const client =
      isOnCitus && partners.length > 0
        ? await newClient(laurel, partner.token, [...CLIENT_SCOPES])
        : undefined
    const completionNumber = String(COMPLETIONS)
    partners.push({
      id: partner.partnerId,
      email: partner.email,
      token: client ? await grantToken(laurel, client) : partner.token,
      teamToken: partner.token,
      client,
      users: await partner.addUsers(USERS),
      paying: (await partner.addRule({ coinValue: '3' })).name,
      // Activities complete it too.
      batched: (
        await partner.addRule({
          coinValue: '5',
          type: 'batched',
          completionNumber,
          activityType: ACTIVITY_TYPE,
        })
      ).name,
      listening: (
        await partner.addRule({
          coinValue: '1',
          perUnit: true,
          activityType: ACTIVITY_TYPE,
          when: 'properties.total > 2.0',
          unitsFrom: 'properties.total',
        })
      ).name,
      awards: [],
      transfers: [],
      references: [],
    })
  }
}

/** An order of a user whom no other request names. */
async function placeOrder(
  laurel: Laurel,
  { token, teamToken, paying }: Partner,
  reference: string,
): Promise<void> {
  const { id: userId } = await dataOf(laurel.post('/api/v1/user', newUserBody(), teamToken))
  for (let times = 0; times < ORDER_AWARDS; times += 1)
    await dataOf(laurel.post(AWARD, { userId, ruleName: paying, reference }, token))
  for (let times = 0; times < ORDER_TRANSFERS; times += 1)
    await dataOf(laurel.post(TRANSFER, { userId, coins: 1.11, reference }, token))
}

/**
 * Awards, completions, transfers (some of more than there is), bulk calls and adjustments in turn, and refunds,
 * parts of awards and returns of what was answered.
 */
function nextRequest(): [key: string, request: Sent] {
  const partner = partners[sent.size % PARTNERS] as Partner
  const number = Math.floor(sent.size / PARTNERS)
  const { users, paying, batched } = partner
  const userId = users[number % USERS] as string
  const reference = `order-${Math.floor(number / USERS)}`
  const someOf = (answered: string[]) => answered[(number * 7) % answered.length] as string
  const requests: [path: string, body: object][] = [
    [AWARD, { userId, ruleName: paying, reference }],
    [TRANSFER, { userId, coins: 4, reference }],
    [AWARD, { userId, ruleName: batched }],
    [BULK, { awards: Array(BULK_ITEMS).fill({ userId, ruleName: paying }) }],
    [TRANSFER, { userId, coins: 1_000_000 }],
    [ACTIVITY, { userId, type: ACTIVITY_TYPE, properties: { total: number % 5 } }],
    [`${ACTIVITY}/bulk`, { activities: Array(BULK_ITEMS).fill({ userId, type: ACTIVITY_TYPE }) }],
    [ADJUST, { userId, coins: number % 2 === 0 ? 1.5 : -0.5, reason: 'Goodwill' }],
  ]
  if (partner.transfers.length > 0 && partner.awards.length > 0)
    requests.push(
      [`/api/v1/laas/coins/transactions/${someOf(partner.transfers)}/refund`, { coins: 1.5 }],
      [`${AWARD}/${someOf(partner.awards)}/reverse`, { coins: 1, shortfall: 'owe' }],
      [RETURN, { reference: someOf(partner.references), share: 0.3, shortfall: 'owe' }],
    )
  const [path, body] = requests[Math.floor(number / USERS) % requests.length] as [string, object]
  return [`key-${sent.size}`, { partner, path, body, response: undefined }]
}

/** New requests, each to all of the processes at once. */
function startRequests(laurels: Laurel[]) {
  const statuses = new Set<number>()
  const traffic = startTraffic(laurels, async () => {
    const [key, request] = nextRequest()
    sent.set(key, request)
    const responses = await Promise.all(
      laurels.map((laurel) => call(laurel, key, request).catch(() => undefined)),
    )
    for (const response of responses) {
      if (!response) continue
      statuses.add(response.status)
      if (response.status !== 503) keepResponse(key, request, response)
    }
    return request.response !== undefined
  })
  return { statuses, ...traffic }
}

/** Every response to a request is the same as the first. */
function keepResponse(key: string, request: Sent, response: ApiResponse): void {
  assert(
    [200, 201, 400].includes(response.status),
    `${key}: ${response.status} ${JSON.stringify(response.body)}`,
  )
  if (!request.response) {
    request.response = response
    const { partner, path, body } = request
    if (response.status === 201 && 'reference' in body && path !== RETURN) {
      const list = path === AWARD ? partner.awards : partner.transfers
      list.push(response.body.data.id)
      partner.references.push(String(body.reference))
    }
  }
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

  const awarded = await query(`
    select v.idempotency_key as key, count(a.seq)::int as awards
    from activities v
    left join awards a on a.partner_id = v.partner_id and a.seq > v.seq and a.seq <= v.last_seq
    group by v.idempotency_key`)
  const awardsOf = new Map(awarded.map(({ key, awards }) => [key, awards]))
  for (const [key, { path, response }] of sent)
    if (path === ACTIVITY)
      assert.equal(
        awardsOf.get(storedKey(key)),
        response?.body.data.awards.length,
        'an activity has its awards',
      )

  const parts = await query(`
    select return_id as id, count(*)::int as parts
    from (
      select return_id from coin_transactions union all select return_id from reversals
    ) parts
    where return_id is not null
    group by return_id`)
  assert.deepEqual(
    new Map(parts.map(({ id, parts }) => [id, parts])),
    new Map(
      [...sent.values()]
        .filter(({ path, response }) => path === RETURN && response?.status === 201)
        .map(({ response }) => response?.body.data)
        .map(({ id, refunds, reversals }) => [id, refunds.length + reversals.length] as const)
        .filter(([, count]) => count > 0),
    ),
  )

  const [laurel] = laurels as [Laurel]
  for (const partner of partners) await assertWallets(laurel, partner)
}

/** What the responses say is what the wallets hold, and what they owe when it is below zero. */
async function assertWallets(laurel: Laurel, partner: Partner): Promise<void> {
  const { data: members } = await dataOf(laurel.get('/api/v1/laas/users?limit=100', partner.token))
  const own = [...sent.values()].filter((each) => each.partner === partner)
  for (const userId of partner.users) {
    const changes = own.flatMap((request) => changesOf(request).filter((each) => each.userId === userId))
    const sum = (of: 'points' | 'coins') =>
      changes.reduce((total, change) => total + Math.round(change[of] * 100), 0) / 100
    const { wallet } = members.find((member: { userId: string }) => member.userId === userId)
    assert.equal(wallet.points, String(sum('points')))
    assert.equal(Number(wallet.coins) - Number(wallet.owed), sum('coins'))
    assert(wallet.coins === '0' || wallet.owed === '0')
  }
}

type RecordedAward = { userId: string; decision: { coins: string } }
type Change = { userId: string; points: number; coins: number }

/** By how much a response says that wallets changed, what is owed counted as coins. */
function changesOf({ partner, path, response }: Sent): Change[] {
  if (!response || response.status === 400) return []
  const { data } = response.body
  const awarded = ({ userId, ruleName, awarded }: { userId: string; ruleName: string; awarded: boolean }) => {
    const coins = awarded ? (ruleName === partner.paying ? 3 : 5) : 0
    return { userId, points: coins, coins }
  }
  const recorded = ({ awards }: { awards: RecordedAward[] }) =>
    awards.map(({ userId, decision }) => {
      const coins = Number(decision.coins)
      return { userId, points: coins, coins }
    })
  const moved = ({
    userId,
    debitOrCredit,
    coins,
  }: {
    userId: string
    debitOrCredit: string
    coins: number
  }) => ({
    userId,
    points: 0,
    coins: debitOrCredit === 'CR' ? coins : -coins,
  })
  const reversed = ({ userId, coins }: { userId: string; coins: string }) => ({
    userId,
    points: -Number(coins),
    coins: -Number(coins),
  })
  if (path === AWARD) return [awarded(data)]
  if (path === ACTIVITY) return recorded(data)
  if (path === `${ACTIVITY}/bulk`)
    return data.results.flatMap((result: { data: Parameters<typeof recorded>[0] }) => recorded(result.data))
  if (path === BULK)
    return data.results.map((result: { data: Parameters<typeof awarded>[0] }) => awarded(result.data))
  if (path === RETURN) return [...data.refunds.map(moved), ...data.reversals.map(reversed)]
  return [path.endsWith('/reverse') ? reversed(data) : moved(data)]
}

/** The key under which an item of a bulk call is stored. */
const itemKey = (key: string, index: number) => storedKey(`${storedKey(key)}\t${index}`)

/** Every decision on a request, whatever its outcome, with the key of the request. */
async function listDecisions(): Promise<Record<string, unknown>[]> {
  return query(
    ['awards', 'coin_transactions', 'reversals', 'returns', 'activities']
      .map((table) => `select idempotency_key as key from ${table} where idempotency_key is not null`)
      .join(' union all '),
  )
}
