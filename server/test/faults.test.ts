import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newPartnerBody, newRuleBody, newUserBody, PASSWORD } from './support/partner.ts'
import {
  hasEnded,
  killAll,
  type Laurel,
  makeTestFolder,
  postmaster,
  queryEmbedded,
  startLaurel,
  terminate,
} from './support/process.ts'

/** `npm run test:faults` sets more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const HANG_MS = 60_000
const WORKERS = 8
const USERS = 4
const COMPLETIONS = 3
const BULK_ITEMS = 3

const folder = await makeTestFolder()
const dataDir = join(folder, 'data')
const settings = { DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('base64') }
const query = (text: string) => queryEmbedded(dataDir, text)

type Reply = { status: number; text: string; isReplay: boolean }
type Sent = { path: string; body: object; answer: Reply | undefined }

/** One ledger goes through all of this: every request that was ever sent, by its Idempotency-Key. */
const sent = new Map<string, Sent>()
let token: string
let users: string[] = []
let paying: string
let batched: string

const running = new Set<Traffic>()

const rounds = { timeout: HANG_MS * 3 * (ROUNDS + 1) }
suite('whatever fails, a request that is repeated with its key is done exactly once', rounds, () => {
  afterEach(async () => {
    for (const traffic of running) await traffic.stop()
    await killAll()
  })

  for (const point of ['before-commit', 'during-commit', 'after-commit', 'before-response']) {
    test(`when the process dies ${point.replace('-', ' ')}`, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        if (!token) await prepare()
        const count = 1 + ((round * 7) % 40)
        const dying = await startLaurel({ ...settings, FAILPOINT: `${point}:${count}` })
        const traffic = startTraffic([dying])
        await ended(dying)
        await traffic.stop()
        assert.equal(dying.process.signalCode, 'SIGKILL')

        const laurel = await startLaurel(settings)
        const unanswered = [...sent].filter(([, { answer }]) => !answer).map(([key]) => key)
        assert.notEqual(unanswered.length, 0)
        if (point === 'after-commit' || point === 'before-response') {
          const done = new Set((await facts()).map(({ key }) => key))
          assert(
            unanswered.some((key) => done.has(key) || done.has(`${key}\t0`)),
            'it was done, not answered',
          )
        }
        await assertEachOnce([laurel])
        await terminate(laurel)
      }
    })
  }

  test('when PostgreSQL is killed under a living server', async () => {
    const laurel = await startLaurel(settings)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const traffic = startTraffic([laurel])
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
    await terminate(laurel)
  })

  test('when pg_terminate_backend cuts its connections', async () => {
    const laurel = await startLaurel(settings)
    const traffic = startTraffic([laurel])
    for (let cut = 1; cut <= 10 * ROUNDS; cut += 1) {
      await traffic.untilAnswered(20)
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laurel' and state <> 'idle'`,
      )
    }
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laurel'`)
    await traffic.untilAnswered(20)
    await traffic.stop()
    assert.deepEqual(
      [...traffic.statuses].filter((status) => ![200, 201, 400, 503].includes(status)),
      [],
    )
    await assertEachOnce([laurel])
    await terminate(laurel)
  })

  test('when twins reach two processes on one database at once, and one of the processes dies', async () => {
    const laurel = await startLaurel(settings)
    const url = new URL('postgres://laurel@localhost/laurel')
    url.searchParams.set('host', postmaster(dataDir).socketFolder)
    const second = { ...settings, DATA_DIR: join(folder, 'second'), DATABASE_URL: url.href }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const dying = await startLaurel({ ...second, FAILPOINT: `after-commit:${20 + round}` })
      const traffic = startTraffic([laurel, dying])
      await ended(dying)
      await traffic.untilAnswered(20)
      await traffic.stop()
      assert.equal(dying.process.signalCode, 'SIGKILL')
      const other = await startLaurel(second)
      const both = startTraffic([laurel, other])
      await both.untilAnswered(100)
      await both.stop()
      await assertEachOnce([laurel, other])
      await terminate(other)
    }
    await terminate(laurel)
  })
})

async function call(
  laurel: Laurel,
  path: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<Reply> {
  const response = await fetch(`${laurel.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, text: await response.text(), isReplay }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire.
async function succeed(laurel: Laurel, path: string, body?: unknown): Promise<any> {
  const { status, text } = await call(laurel, path, { body })
  assert(status < 300, text)
  return JSON.parse(text).data
}

async function prepare(): Promise<void> {
  const laurel = await startLaurel(settings)
  const { email, ...partner } = newPartnerBody()
  await succeed(laurel, '/acme/partners', { ...partner, email })
  token = (await succeed(laurel, '/acme/partners/login', { email, password: PASSWORD })).accessToken
  users = []
  for (let made = 0; made < USERS; made += 1) users.push((await succeed(laurel, '/user', newUserBody())).id)
  const addRule = async (changes: object): Promise<string> =>
    (await succeed(laurel, '/laas/rules/create-rule', newRuleBody({ ...changes }))).name
  paying = await addRule({ coinValue: '3' })
  batched = await addRule({ coinValue: '5', type: 'batched', completionNumber: String(COMPLETIONS) })
  await terminate(laurel)
}

/** Awards, completions, transfers (some of more than there is) and bulk calls, in turn. */
function nextRequest(): [key: string, request: Sent] {
  const number = sent.size
  const userId = users[number % USERS] as string
  const requests = [
    ['/laas/rules/award', { userId, ruleName: paying }],
    ['/laas/coins/transfer-from-user-wallet', { userId, coins: 4 }],
    ['/laas/rules/award', { userId, ruleName: batched }],
    ['/laas/rules/award/bulk', { awards: Array(BULK_ITEMS).fill({ userId, ruleName: paying }) }],
    ['/laas/coins/transfer-from-user-wallet', { userId, coins: 1_000_000 }],
  ] as const
  const [path, body] = requests[Math.floor(number / USERS) % requests.length] as (typeof requests)[number]
  return [`key-${number}`, { path, body, answer: undefined }]
}

type Traffic = {
  statuses: Set<number>
  until(holds: () => boolean): Promise<void>
  untilAnswered(more: number): Promise<void>
  stop(): Promise<void>
}

/** New requests without a pause, each to all of the processes at once, until it is stopped. */
function startTraffic(laurels: Laurel[]): Traffic {
  const statuses = new Set<number>()
  let answered = 0
  let stopped = false

  async function work(): Promise<void> {
    while (!stopped) {
      const [key, request] = nextRequest()
      sent.set(key, request)
      const replies = await Promise.all(
        laurels.map((laurel) =>
          call(laurel, request.path, { key, body: request.body }).catch(() => undefined),
        ),
      )
      for (const reply of replies) {
        if (!reply) continue
        statuses.add(reply.status)
        if (reply.status === 503) continue
        answered += 1
        takeAnswer(key, request, reply)
      }
      if (!request.answer) await pause(20)
    }
  }
  const workers = Array.from({ length: WORKERS }, work)

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      assert(!laurels.every(({ process }) => hasEnded(process)), laurels[0]?.said())
      await pause(5)
    }
  }
  const traffic: Traffic = {
    statuses,
    until,
    untilAnswered: (more) => {
      const enough = answered + more
      return until(() => answered >= enough)
    },
    stop: async () => {
      stopped = true
      running.delete(traffic)
      await Promise.all(workers)
    },
  }
  running.add(traffic)
  return traffic
}

/** Whoever answers a request first, all others answer the same. */
function takeAnswer(key: string, request: Sent, reply: Reply): void {
  assert([200, 201, 400].includes(reply.status), `${key}: ${reply.status} ${reply.text}`)
  request.answer ??= reply
  assert.equal(reply.status, request.answer.status, key)
  assert.deepEqual(JSON.parse(reply.text), JSON.parse(request.answer.text), key)
}

/** Repeats what was not answered, then everything, and looks into the ledger. */
async function assertEachOnce(laurels: Laurel[]): Promise<void> {
  const repeat = async (requests: [string, Sent][], isReplay?: true) => {
    const left = requests.values()
    const worker = async () => {
      for (const [key, request] of left) {
        for (const laurel of laurels) {
          const reply = await call(laurel, request.path, { key, body: request.body })
          takeAnswer(key, request, reply)
          if (isReplay) assert(reply.isReplay, `${key} is answered as a replay`)
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, worker))
  }
  await repeat([...sent].filter(([, { answer }]) => !answer))
  await repeat([...sent], true)

  assert.deepEqual(await query('select * from broken_invariants'), [])
  const found = await facts()
  const expected = [...sent].flatMap(([key, { path }]) =>
    path.endsWith('/bulk') ? Array.from({ length: BULK_ITEMS }, (_, index) => `${key}\t${index}`) : [key],
  )
  assert.equal(found.length, expected.length)
  assert.deepEqual(new Set(found.map(({ key }) => key)), new Set(expected))

  // Every award of the paying rule pays, and every third completion of each user.
  const [laurel] = laurels as [Laurel]
  const { data: members } = await succeed(laurel, '/laas/users?limit=100')
  for (const userId of users) {
    const awards = (rule: string) =>
      found.filter((fact) => fact.userId === userId && fact.ruleName === rule).length
    const moved = [...sent.values()].filter(
      ({ path, body, answer }) =>
        path.includes('transfer') && (body as { userId: string }).userId === userId && answer?.status === 201,
    ).length
    const points = 3 * awards(paying) + 5 * Math.floor(awards(batched) / COMPLETIONS)
    const { wallet } = members.find((member: { userId: string }) => member.userId === userId)
    assert.equal(wallet.points, String(points))
    assert.equal(wallet.coins, String(points - 4 * moved))
  }
}

/** Every decision in the ledger, whatever came of it, by the key that it was asked for with. */
async function facts(): Promise<Record<string, unknown>[]> {
  return query(`
    select idempotency_key as key, user_id as "userId", rule_name as "ruleName" from awards
    union all
    select idempotency_key, user_id, null from transfers`)
}

async function ended({ process }: Laurel): Promise<void> {
  if (!hasEnded(process)) await once(process, 'exit')
}
