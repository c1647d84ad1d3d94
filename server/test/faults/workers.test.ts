import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, suite, test } from 'node:test'
import { createTestDatabase, withClient } from '../support/database.ts'
import { onboardPartnerWithRule, onboardTestPartner } from '../support/partner.ts'
import {
  childrenOf,
  ended,
  isAlive,
  killAll,
  makeTestFolder,
  postmaster,
  queryEmbedded,
  spawnLaurel,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { freePort, listen } from '../support/server.ts'
import { startTraffic, stopTraffic } from '../support/traffic.ts'
import { waitUntil } from '../support/wait-until.ts'

const folder = await makeTestFolder()
const { connectionString, settings: database, drop } = await createTestDatabase()
const settings = { ...database, DATA_DIR: join(folder, 'data'), WORKERS: '2', LOG_LEVEL: 'debug' }
const query = (text: string, values: unknown[] = []) =>
  withClient(connectionString, async (client) => (await client.query(text, values)).rows)

/** One service for the tests below, each of which finds both workers serving. */
const laurel = await startLaurel(settings)

after(async () => {
  await killAll()
  const broken = await query('select * from broken_invariants limit 20')
  await drop()
  assert.deepEqual(broken, [])
})
afterEach(stopTraffic)

test('each of the workers serves, says its number in every line of the log, and the start is announced once', async () => {
  await waitUntil(async () => {
    assert.equal((await fetchOnce('/readyz')).status, 200)
    return servedBy('/readyz').size === 2
  }, laurel.said)

  for (const line of linesOf()) assert([1, 2].includes(line.worker as number), JSON.stringify(line))
  assert.equal(laurel.said().match(/is ready/g)?.length, 1)
  assert.equal(childrenOf(laurel.pid, 'worker-main').length, 2)
})

test('a limit holds when awards reach the workers at once', async () => {
  const partner = await onboardTestPartner(laurel)
  const users = await partner.addUsers(30)
  const { name } = await partner.addRule({ coinValue: '1', maxNumberOfParticipant: '20' })
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => users.map((userId) => partner.award(userId, name))).flat(),
  )

  assert.deepEqual(servedBy('/api/v1/laas/rules/award'), new Set([1, 2]))
  const [found] = await query(
    `select count(distinct user_id)::integer as participants, count(*)::integer as awards
     from awards where partner_id = $1 and outcome = 'paid'`,
    [partner.partnerId],
  )
  const awards = responses.filter(({ status }) => status === 201).length
  assert.deepEqual(found, { participants: 20, awards })
})

test('SIGKILL of a worker during traffic: the other goes on, it is started again, each request is done once', async () => {
  const traffic = await startAwards()
  await traffic.untilAnswered(200)
  const [killed, other] = childrenOf(laurel.pid, 'worker-main') as [number, number]
  process.kill(killed, 'SIGKILL')
  await traffic.untilAnswered(200)
  const started = () => childrenOf(laurel.pid, 'worker-main').find((pid) => pid !== other && pid !== killed)
  await waitUntil(() => started() !== undefined, 'it is started again')
  const restarted = started()
  await waitUntil(async () => {
    await fetchOnce('/healthz')
    return laurel.said().includes(`"pid":${restarted},`)
  }, 'it serves again')
  await traffic.untilAnswered(200)
  await traffic.stop()

  assert(isAlive(other))
  assert.deepEqual(traffic.statuses, new Set([201]))
  assert.equal(await traffic.countPaid(), traffic.answered())
  const lines = linesOf()
  const { worker, problem } = lines.find(({ msg }) => msg === 'worker ended; restarting') ?? {}
  assert.equal(problem, `Worker ${worker} ended with SIGKILL.`)
  for (const { pid, worker: number } of lines)
    if (pid === killed || pid === restarted) assert.equal(number, worker)
})

test('SIGTERM to all processes during traffic: what was written was answered, and all end', async () => {
  const traffic = await startAwards()
  await traffic.untilAnswered(200)
  const workers = childrenOf(laurel.pid, 'worker-main')
  // As a terminal or a service manager may do; the main process alone decides what they do.
  for (const pid of workers) process.kill(pid, 'SIGTERM')
  await traffic.untilAnswered(200)
  await terminate(laurel)
  await traffic.stop()

  assert.deepEqual(workers.filter(isAlive), [])
  for (const status of traffic.statuses) assert([201, 503].includes(status), `answered ${status}`)
  assert.equal(await traffic.countPaid(), traffic.answered())
  assert.equal(laurel.said().match(/Stopping after/g)?.length, 1)
  assert.match(laurel.said(), /Stopped\.\n$/)
})

suite('with the embedded database', () => {
  const embedded = { DATA_DIR: join(folder, 'embedded'), WORKERS: '2', WEBHOOK_DELIVERY: 'on' }

  test('SIGKILL of the main process ends the workers and frees the port; the next start takes over', async () => {
    const port = await freePort()
    const killed = await startLaurel({ ...embedded, PORT: String(port) })
    const partner = await onboardPartnerWithRule(killed)
    await partner.awardMany(3)
    const children = [...childrenOf(killed.pid, 'worker-main'), ...childrenOf(killed.pid, 'deliver-main')]
    assert.equal(children.length, 3, 'two workers, and one process that delivers webhooks')
    const { pid } = postmaster(embedded.DATA_DIR)
    killed.process.kill('SIGKILL')
    await ended(killed.process)
    await waitUntil(() => !children.some(isAlive), 'its children have ended')
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    assert(isAlive(pid), 'the database outlives it')

    const next = await startLaurel({ ...embedded, PORT: String(port) })
    assert(!isAlive(pid), 'the next start ends it')
    assert.deepEqual(
      await queryEmbedded(embedded.DATA_DIR, `select count(*)::integer from awards where outcome = 'paid'`),
      [{ count: 3 }],
    )
    await terminate(next)
    assert.throws(() => postmaster(embedded.DATA_DIR), { code: 'ENOENT' })
  })

  test('a port that is taken is one problem, with exit code 1, and leaves nothing behind', async () => {
    const { port } = new URL(await listen(createServer()))
    const { child, said } = spawnLaurel({ ...embedded, PORT: port })
    const [code] = await once(child, 'close')

    assert.equal(code, 1)
    const [, free] = /PORT=(\d+) npm start/.exec(said()) ?? []
    assert.equal(
      said().trim(),
      `Laurel cannot start. Port ${port} on 127.0.0.1 is taken by another program; ` +
        `use another port: PORT=${free} npm start`,
    )
    assert.throws(() => postmaster(embedded.DATA_DIR), { code: 'ENOENT' })
  })
})

type Line = Record<string, unknown>

/** The lines of JSON that it has logged. */
function linesOf(): Line[] {
  return (laurel.said().match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line))
}

/** The numbers of the workers that responded to a request of this route. */
function servedBy(path: string): Set<unknown> {
  const lines = linesOf().filter(({ route }) => route === path)
  return new Set(lines.map(({ worker }) => worker))
}

/** Sends a request on a connection of its own. */
async function fetchOnce(path: string): Promise<Response> {
  const response = await fetch(`${laurel.url}${path}`, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response
}

/** Awards with keys, each sent again until it is answered or the server has ended. */
async function startAwards() {
  const partner = await onboardTestPartner(laurel)
  const users = await partner.addUsers(5)
  const { name: ruleName } = await partner.addRule({ coinValue: '1' })
  const statuses = new Set<number>()
  const unanswered = new Set<string>()
  let sent = 0
  let answered = 0
  const traffic = startTraffic([laurel], async () => {
    const [again] = unanswered
    const key = again ?? `key-${sent}`
    unanswered.delete(key)
    if (again === undefined) sent += 1
    const response = await laurel
      .request('POST', '/api/v1/laas/rules/award', {
        token: partner.token,
        body: { userId: users[Number(key.slice(4)) % users.length], ruleName },
        headers: { 'idempotency-key': key },
      })
      .catch(() => undefined)
    if (response) statuses.add(response.status)
    if (response?.status === 201) answered += 1
    else unanswered.add(key)
    return response?.status === 201
  })
  return {
    statuses,
    ...traffic,
    answered: () => answered,
    async countPaid(): Promise<number> {
      const [row] = await query(
        `select count(*)::integer as count from awards where partner_id = $1 and outcome = 'paid'`,
        [partner.partnerId],
      )
      return row?.count
    },
  }
}
