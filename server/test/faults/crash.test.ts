import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dataOf } from '../support/api.ts'
import { onboardTestPartner } from '../support/partner.ts'
import {
  handOver,
  hasEnded,
  isAlive,
  killAll,
  killTree,
  type Laurel,
  makeTestFolder,
  postmaster,
  queryEmbedded,
  spawnLaurel,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { freePort, listen } from '../support/server.ts'
import { startTraffic, stopTraffic } from '../support/traffic.ts'

const USERS = 5
const COINS = 3
const COINS_BACK = 2

const AWARD = '/api/v1/laas/rules/award'
const TRANSACTIONS = '/api/v1/laas/coins/transactions'
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const ADJUST = '/api/v1/laas/coins/adjust'
const RETURN = '/api/v1/laas/returns'

const folder = await makeTestFolder()
const unused = await freePort()
const silent = await listen(createServer(() => {}))
const dataDir = join(folder, 'data')
const settings = { DATA_DIR: dataDir, WEBHOOK_DELIVERY: 'on', LOG_LEVEL: 'info' }
const running = handOver(settings)

/** All tests use one data folder: what got a response in one test must still exist after the next. */
let token: string
let users: string[]
let ruleName: string
const sent = new Set<string>()
type Kind = 'award' | 'transfer' | 'adjustment' | 'refund' | 'reversal' | 'return'
const answered = new Map<string, { id: string; kind: Kind; userId: string }>()
/** Marks of answered awards and transfers that no request undoes yet. */
const awards: string[] = []
const transfers: string[] = []

afterEach(async (t) => {
  await stopTraffic()
  if ((t as unknown as { passed: boolean }).passed) return
  await killAll()
})

suite('whatever dies, everything that was answered is there exactly once', () => {
  test('after kill -9 of the whole process tree', async () => {
    const killed = await startLaurel(settings)
    await prepare(killed)
    const traffic = startAwards(killed)
    await traffic.untilAnswered(80)
    await killTree(killed.process)
    await traffic.stop()
    const laurel = await startLaurel(settings)
    await assertAllThere(laurel)
    running.leave(laurel)
  })

  test('after kill -9 of the server alone, whose database is still running', async () => {
    const killed = await running.take()
    const traffic = startAwards(killed)
    await traffic.untilAnswered(80)
    const { pid } = postmaster(dataDir)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'exit')
    await traffic.stop()
    assert(isAlive(pid), 'the database outlives its server')

    const laurel = await startLaurel(settings)
    assert(!isAlive(pid), 'the next start ends it')
    assert.match(laurel.said(), new RegExp(`Stopping the PostgreSQL \\(process ${pid}\\)`))
    await assertAllThere(laurel)
    running.leave(laurel)
  })

  test('after kill -9 of the database under a living server, which responds 503 until it has started it again', async () => {
    const laurel = await running.take()
    const traffic = startAwards(laurel)
    await traffic.untilAnswered(40)
    const { pid } = postmaster(dataDir)
    process.kill(pid, 'SIGKILL')
    await traffic.until(() => traffic.statuses.has(503))
    assert.equal((await fetch(`${laurel.url}/healthz`)).status, 200)
    await traffic.untilAnswered(40)
    await traffic.stop()

    assert.notEqual(postmaster(dataDir).pid, pid)
    assert.deepEqual(traffic.statuses, new Set([201, 503]))
    assert.deepEqual(traffic.failures, new Set([UNAVAILABLE]))
    assert.equal((await fetch(`${laurel.url}/readyz`)).status, 200)
    await assertAllThere(laurel)
    running.leave(laurel)
  })

  test('after kill -9 of a single connection of the database, which makes it start over', async () => {
    const laurel = await running.take()
    const traffic = startAwards(laurel)
    await traffic.untilAnswered(40)
    const [backend] = await queryEmbedded(
      dataDir,
      `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'laurel'`,
    )
    process.kill(backend?.pid as number, 'SIGKILL')
    await traffic.until(() => traffic.statuses.has(503))
    await traffic.untilAnswered(40)
    await traffic.stop()

    assert.deepEqual(traffic.statuses, new Set([201, 503]))
    assert.deepEqual(traffic.failures, new Set([UNAVAILABLE]))
    await assertAllThere(laurel)
    running.leave(laurel)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`after ${signal} during traffic, which stops server and database cleanly`, async () => {
      const stopped = await running.take()
      const traffic = startAwards(stopped)
      await traffic.untilAnswered(80)
      const { pid } = postmaster(dataDir)
      stopped.process.kill(signal)
      const [code] = await once(stopped.process, 'exit')
      await traffic.stop()

      assert.equal(code, 0, stopped.said())
      assert(!isAlive(pid), 'the database is gone')
      assert.match(stopped.said(), /Stopped\.\n$/)
      for (const status of traffic.statuses) assert([201, 503].includes(status), `answered ${status}`)
      for (const failure of traffic.failures) assert([UNAVAILABLE, STOPPING].includes(failure), failure)

      const laurel = await startLaurel(settings)
      await assertAllThere(laurel)
      running.leave(laurel)
    })
  }
})

test('a server whose output is no longer read goes on, and stops cleanly', async () => {
  const laurel = await running.take()
  laurel.process.stdout?.destroy()
  laurel.process.stderr?.destroy()
  assert.equal((await fetch(`${laurel.url}/readyz`)).status, 200)
  const { pid } = postmaster(dataDir)
  await terminate(laurel)
  assert(!isAlive(pid), 'the database has stopped')
})

test('a signal in the middle of a start leaves no database behind', async () => {
  const { child, said } = spawnLaurel(settings)
  const closed = once(child, 'close')
  let pid = 0
  while (!(pid > 0) && !hasEnded(child)) {
    await pause(1)
    if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) pid = postmaster(dataDir).pid
  }
  assert(isAlive(pid), 'the database had begun')
  child.kill('SIGTERM')
  const [code] = await closed
  assert.equal(code, 0, said())
  assert(!isAlive(pid), 'the database is gone')
})

suite('a start that cannot succeed says what is wrong and exits with 1', () => {
  test('when the port is taken, before it starts a database, with a command that works', async () => {
    const { port } = new URL(await listen(createServer()))
    const untouched = join(folder, 'untouched')
    const { child, said } = spawnLaurel({ DATA_DIR: untouched, PORT: port })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    const [, free = ''] = /PORT=(\d+) npm start/.exec(said()) ?? []
    assert.equal(
      said().trim(),
      `Laurel cannot start. Port ${port} on 127.0.0.1 is taken by another program; ` +
        `use another port: PORT=${free} npm start`,
    )
    assert(!existsSync(untouched))
    const laurel = await startLaurel({ ...settings, PORT: free })
    assert.equal(new URL(laurel.url).port, free)
    await terminate(laurel)
  })

  test('when another Laurel has the data folder, which goes on undisturbed', async () => {
    const laurel = await running.take()
    const refused = await startInVain({ DATA_DIR: dataDir })
    assert.equal(
      refused,
      `Laurel cannot start. The data folder ${dataDir} is in use by another Laurel (process ${laurel.pid}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    )
    const traffic = startAwards(laurel)
    await traffic.untilAnswered(10)
    await traffic.stop()
    await assertAllThere(laurel)
    running.leave(laurel)
  })

  const noDatabase = new URL(process.env.LAUREL_TEST_DATABASE_URL as string)
  noDatabase.pathname = '/no_such_database'
  const noResponse = (why: string) =>
    new RegExp(
      `^Laurel cannot start\\. The PostgreSQL of DATABASE_URL does not respond \\(${why}\\)\\. Start it, or correct DATABASE_URL\\.$`,
    )
  const addressOf = (host: string, port: number | string) => `postgres://laurel@${host}:${port}/laurel`
  for (const [problem, { url, says }] of Object.entries({
    'nothing listens at DATABASE_URL': {
      url: addressOf('127.0.0.1', unused),
      says: noResponse('.*ECONNREFUSED.*'),
    },
    'nothing listens at either address of the host of DATABASE_URL': {
      url: addressOf('localhost', unused),
      says: noResponse('.*ECONNREFUSED.*'),
    },
    'the host of DATABASE_URL is unknown': { url: addressOf('laurel.invalid', 5432), says: noResponse('.+') },
    'the server at DATABASE_URL says nothing': {
      url: addressOf('127.0.0.1', new URL(silent).port),
      says: noResponse('.+'),
    },
    'the server of DATABASE_URL has no such database': {
      url: noDatabase.href,
      says: /^Laurel cannot start\. The PostgreSQL of DATABASE_URL denies access \(database "no_such_database" does not exist\)\. Correct the user, the password or the database name in DATABASE_URL\.$/,
    },
  }))
    test(`when ${problem}`, async () => {
      assert.match(await startInVain({ DATA_DIR: join(folder, 'elsewhere'), DATABASE_URL: url }), says)
    })
})

test('a browser that opened a connection ahead and one that keeps its own do not hold up the stop', async () => {
  const laurel = await running.take()
  const { hostname: host, port } = new URL(laurel.url)
  const ahead = connect({ host, port: Number(port) })
  await once(ahead, 'connect')
  assert.equal((await fetch(`${laurel.url}/readyz`)).status, 200)
  const closed = once(ahead, 'close')
  await terminate(laurel)
  await closed
  assert.doesNotMatch(laurel.said(), /closing their connections/)
})

const UNAVAILABLE = `${JSON.stringify({
  status: 'failed',
  message: 'Service unavailable',
  data: {
    errorType: 'unavailable',
    appErrorCode: 'Unavailable',
    error: 'The database is unavailable; try again in a moment.',
  },
})} retry after 1`
const STOPPING = UNAVAILABLE.replace('The database is unavailable', 'The service is stopping')

/** What a start said that did not succeed. */
async function startInVain(settings: Record<string, string>): Promise<string> {
  const { child, said } = spawnLaurel(settings)
  const [code] = await once(child, 'close')
  assert.equal(code, 1, said())
  return said().slice(said().indexOf('Laurel cannot start.')).trim()
}

/** A partner with a few users whose wallets are full enough for every transfer to succeed. */
async function prepare(laurel: Laurel): Promise<void> {
  const partner = await onboardTestPartner(laurel)
  token = partner.token
  users = await partner.addUsers(USERS)
  const wealth = await partner.addRule({ coinValue: '1000000' })
  for (const userId of users) await dataOf(partner.award(userId, wealth.name))
  ruleName = (await partner.addRule({ coinValue: String(COINS) })).name
}

/** The requests of a round. Those that undo something use what was answered, each once. */
const ROUND: Kind[] = ['transfer', 'award', 'award', 'adjustment', 'award', 'refund', 'reversal', 'return']

/** A request with a mark of its own; what cannot be undone yet is an award. */
function nextRequest(): { mark: string; kind: Kind; path: string; body: object } {
  const userId = users[sent.size % USERS] as string
  const kind = ROUND[sent.size % ROUND.length] as Kind
  const undone = kind === 'refund' ? transfers.shift() : undoesAward(kind) ? awards.shift() : undefined
  const narration = `mark ${sent.size}`
  const id = undone === undefined ? '' : answered.get(undone)?.id
  if (kind === 'transfer')
    return { mark: narration, kind, path: TRANSFER, body: { userId, coins: COINS_BACK, narration } }
  if (kind === 'adjustment')
    return { mark: narration, kind, path: ADJUST, body: { userId, coins: 1, reason: narration } }
  if (kind === 'refund' && id)
    return { mark: narration, kind, path: `${TRANSACTIONS}/${id}/refund`, body: { coins: 1, narration } }
  if (kind === 'reversal' && id)
    return { mark: `part of ${undone}`, kind, path: `${AWARD}/${id}/reverse`, body: { coins: 1 } }
  if (kind === 'return' && id)
    return { mark: `return of ${undone}`, kind, path: RETURN, body: { reference: undone, share: 1 } }
  const body = { userId, ruleName, narration, reference: narration }
  return { mark: narration, kind: 'award', path: AWARD, body }
}

const undoesAward = (kind: Kind) => kind === 'reversal' || kind === 'return'

function keep(mark: string, kind: Kind, data: Record<string, string> & { reversals?: { userId: string }[] }) {
  const userId = kind === 'return' ? data.reversals?.[0]?.userId : data.userId
  const id = kind === 'reversal' ? data.reversalId : data.id
  answered.set(mark, { id: id as string, kind, userId: userId as string })
  if (kind === 'award') awards.push(mark)
  if (kind === 'transfer') transfers.push(mark)
}

/** Requests of all kinds, each with a mark of its own. */
function startAwards(laurel: Laurel) {
  const statuses = new Set<number>()
  /** The responses that were no success, and when to try again. */
  const failures = new Set<string>()
  const traffic = startTraffic([laurel], async () => {
    const { mark, kind, path, body } = nextRequest()
    sent.add(mark)
    const response = await laurel.post(path, body, token).catch(() => undefined)
    if (!response) return false
    statuses.add(response.status)
    if (response.status === 201) keep(mark, kind, response.body.data)
    else failures.add(`${JSON.stringify(response.body)} retry after ${response.headers.get('retry-after')}`)
    return response.status === 201
  })
  return { statuses, failures, ...traffic }
}

/** Every request with a response was done once, with its coins; any other request at most once. */
async function assertAllThere(laurel: Laurel): Promise<void> {
  assert.deepEqual(await queryEmbedded(dataDir, 'select * from broken_invariants'), [])
  const decisions = await queryEmbedded(
    dataDir,
    `
    select d.mark, d.id, d.kind, d.user_id as "userId"
    from (
      select partner_id, id, note as mark, 'award' as kind, user_id
      from awards
      join personal_data using (partner_id, seq, user_id)
      where outcome = 'paid' and note is not null
      union all
      select partner_id, id, note, kind, user_id
      from coin_transactions
      left join personal_data using (partner_id, seq, user_id)
      where outcome = 'moved'
      union all
      select r.partner_id, r.id, 'part of ' || d.note, 'reversal', r.user_id
      from reversals r
      join awards a on a.partner_id = r.partner_id and a.id = r.award_id
      left join personal_data d on d.partner_id = a.partner_id and d.seq = a.seq
      where r.outcome = 'reversed' and r.return_id is null
    ) d
    join movements m on m.partner_id = d.partner_id and m.id = d.id and m.kind = d.kind and m.user_id = d.user_id
    union all
    select 'return of ' || t.reference, t.id, 'return', r.user_id
    from returns t
    join reversals r on r.partner_id = t.partner_id and r.return_id = t.id
    where t.outcome = 'returned'`,
  )
  const found = new Map(decisions.map(({ mark, ...decision }) => [mark as string, decision]))
  assert.equal(found.size, decisions.length, 'no request was carried out twice')
  for (const mark of found.keys()) assert(sent.has(mark), `${mark} was never sent`)
  for (const [mark, decision] of answered) assert.deepEqual(found.get(mark), decision, `${mark} was answered`)

  const count = (kind: Kind, userId: string) =>
    decisions.filter((decision) => decision.kind === kind && decision.userId === userId).length
  const { data: members } = await dataOf(laurel.get('/api/v1/laas/users?limit=100', token))
  const { data: points } = await dataOf(laurel.get('/api/v1/laas/leaderboard/new?take=100', token))
  for (const userId of users) {
    const awarded = count('award', userId) - count('return', userId)
    const earned = 1_000_000 + COINS * awarded - count('reversal', userId)
    const added = count('refund', userId) + count('adjustment', userId)
    const member = members.find((each: { userId: string }) => each.userId === userId)
    assert.equal(member.wallet.coins, String(earned + added - COINS_BACK * count('transfer', userId)))
    const entry = points.find((each: { user: { userId: string } }) => each.user.userId === userId)
    assert.equal(entry.points, earned)
  }
}
