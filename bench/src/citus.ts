import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cpuOf } from './cpu.ts'
import { drive, medianBy } from './load.ts'
import { spreadAwardRequest } from './requests.ts'
import { newPartner, PASSWORD, type SeededPartner } from './seed.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const MEMBERS = 200
const IDLE_SECONDS = 2
const IDLE_SAMPLES = 5

const { values } = parseArgs({
  options: {
    plain: { type: 'string', default: '' },
    citus: { type: 'string', default: '' },
    partners: { type: 'string', default: '1,10,100' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    'without-coordinator': { type: 'boolean', default: false },
  },
})
if (!values.plain || !values.citus) {
  console.error(
    'npm run bench:citus -- --plain postgres://… --citus postgres://… [--partners 1,10,100] [--seconds 5] [--rounds 3] [--connections 64] [--without-coordinator]\n' +
      'Both are databases of superusers on this machine: an empty one, and a coordinator after laurel distribute.',
  )
  process.exit(2)
}

/** Processor time so far, in microseconds. */
type Times = { service: number; coordinator: number; workers: number }
type Way = { name: string; url: string; db: pg.Client; times(): Times; stop(): Promise<void> }

/** A way to run the service: how it is set up, and the servers of its database. */
async function startWay(name: string, databaseUrl: string, settings: Record<string, string>): Promise<Way> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      WEBHOOK_DELIVERY: 'off',
      PASSWORD_HASHING: 'cheap',
      PARTNER_REQUESTS_PER_SECOND: '1000000',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const db = await open(databaseUrl)
  const first = await serverPid(db)
  const workers = await workerPids(db, databaseUrl)
  const timeOf = (pid: number) => cpuOf(undefined, pid)?.database ?? 0
  return {
    name,
    url,
    db,
    times: () => ({
      service: timeOf(child.pid as number),
      coordinator: timeOf(first),
      workers: workers.reduce((sum, pid) => sum + timeOf(pid), 0),
    }),
    async stop() {
      await db.end()
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk
    const url = /API\s+(http\S+)\/api\/v1/.exec(output)?.[1]
    if (!url) continue
    child.stdout?.resume()
    return url
  }
  throw new Error(`The service did not start: ${output}`)
}

async function open(connectionString: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString })
  await db.connect()
  return db
}

async function serverPid(db: pg.Client): Promise<number> {
  const { rows } = await db.query('show data_directory')
  return Number(readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function workerPids(db: pg.Client, databaseUrl: string): Promise<number[]> {
  const { rows: found } = await db.query(`select to_regclass('pg_dist_node') is not null as "isCitus"`)
  if (!found[0].isCitus) return []
  const { rows } = await db.query('select nodename, nodeport from pg_dist_node where groupid > 0')
  return Promise.all(
    rows.map(async ({ nodename, nodeport }) => {
      const url = new URL(databaseUrl)
      url.hostname = nodename
      url.port = String(nodeport)
      const node = await open(url.href)
      const pid = await serverPid(node)
      await node.end()
      return pid
    }),
  )
}

/** A partner with a rule, members and the token of a client. */
async function seedPartner({ url, db }: Way): Promise<SeededPartner> {
  const email = `${crypto.randomUUID()}@bench.example`
  const post = async (path: string, body: unknown, authorization?: string) => {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        ...(authorization && { authorization }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const onboarded = await post('/api/v1/bench/partners', newPartner(email))
  const { data } = await post('/api/v1/bench/partners/login', { email, password: PASSWORD })
  const team = `Bearer ${data.accessToken}`
  const rule = { name: 'hot', coinValue: '10', maxNumberOfParticipant: '1000000000', condition: 'Bench' }
  await post('/api/v1/laas/rules/create-rule', rule, team)
  const secret = await post('/api/v1/bench/partners/me/secrets', { name: 'bench' }, team)
  const login = Buffer.from(`${onboarded.data.clientId}:${secret.data.secret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'awards' })
  const { access_token: token } = await post('/oauth/token', form, `Basic ${login}`)
  const { partnerId } = data.partner
  const users = Array.from({ length: MEMBERS }, () => crypto.randomUUID())
  await insertMembers(db, partnerId, users)
  return { partnerId, token, users }
}

async function insertMembers(db: pg.Client, partnerId: string, users: string[]): Promise<void> {
  await db.query('begin')
  await db.query(
    `insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select $1, user_id, gen_random_uuid(), 'user', 'user', '', now(), now() from unnest($2::uuid[]) as user_id`,
    [partnerId, users],
  )
  await db.query(
    `insert into lifecycle_events (partner_id, seq, type, data, created_at)
    select $1, 1 + n, 'user.onboarded', '{}', now() from generate_series(1, $2::integer) n`,
    [partnerId, users.length],
  )
  await db.query(
    `insert into wallets (partner_id, user_id, id, joined_no, on_boards, points_segment, created_at, updated_at)
    select $1, user_id, gen_random_uuid(), n, true, 1, now(), now()
    from unnest($2::uuid[]) with ordinality as given (user_id, n)`,
    [partnerId, users],
  )
  await db.query(
    `insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    values ($1, 'points', '0001-01-01', 1, -9223372036854775808, 0, $2)`,
    [partnerId, users.length],
  )
  await db.query('update ledgers set last_seq = last_seq + $2, last_joined_no = $2 where partner_id = $1', [
    partnerId,
    users.length,
  ])
  await db.query('commit')
}

type Measured = Times & { awards: number; seconds: number }

/**
 * The processor time that a way takes in a second without awards, with the other ways beside it: the median of some
 * samples, since a task of a database that runs in one of them would be taken off from every round.
 */
async function measureIdle(way: Way): Promise<Times> {
  const samples: Times[] = []
  while (samples.length < IDLE_SAMPLES) {
    const before = way.times()
    const began = performance.now()
    await pause(IDLE_SECONDS * 1_000)
    const seconds = (performance.now() - began) / 1_000
    const after = way.times()
    samples.push(mapTimes((name) => (after[name] - before[name]) / seconds))
  }
  return mapTimes((name) => medianOf(samples.map((sample) => sample[name])))
}

async function measure(way: Way, idle: Times, partners: SeededPartner[], seconds: number): Promise<Measured> {
  const before = way.times()
  const began = performance.now()
  const load = await drive(way.url, spreadAwardRequest(partners), {
    seconds,
    connections: Number(values.connections),
  })
  // What follows the awards, such as their counts for the overview, is a part of their cost.
  await pause(2_000)
  const after = way.times()
  const took = (performance.now() - began) / 1_000
  return {
    awards: load.calls,
    seconds: load.calls / load.perSecond,
    ...mapTimes((name) => after[name] - before[name] - idle[name] * took),
  }
}

const mapTimes = (of: (name: keyof Times) => number): Times => ({
  service: of('service'),
  coordinator: of('coordinator'),
  workers: of('workers'),
})

const ways = [
  await startWay('plain PostgreSQL', values.plain, {}),
  await startWay('Citus, on the tables of shards', values.citus, { DATABASE_NODES: 'direct' }),
]
if (!values['without-coordinator'])
  ways.push(await startWay('Citus, through the coordinator', values.citus, { DATABASE_NODES: 'coordinator' }))
const [plain, direct] = ways as [Way, Way]
try {
  console.log('| partners | | awards/s | service µs | coordinator µs | workers µs | database µs | ÷ plain |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const count of values.partners.split(',').map(Number)) {
    const onPlain: SeededPartner[] = []
    const onCitus: SeededPartner[] = []
    while (onPlain.length < count) onPlain.push(await seedPartner(plain))
    while (onCitus.length < count) onCitus.push(await seedPartner(direct))
    const partnersOf = (way: Way) => (way === plain ? onPlain : onCitus)
    const seconds = Number(values.seconds)
    const none = mapTimes(() => 0)
    for (const way of ways) await measure(way, none, partnersOf(way), seconds)
    // What autovacuum does within a minute: plans that were made for empty tables end here.
    for (const { db } of [plain, direct]) await db.query('vacuum analyze')
    for (const way of ways) await measure(way, none, partnersOf(way), 1)
    const idle = new Map<Way, Times>()
    for (const way of ways) idle.set(way, await measureIdle(way))
    const rounds: Map<Way, Measured>[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const measured = new Map<Way, Measured>()
      for (const way of ways)
        measured.set(way, await measure(way, idle.get(way) ?? none, partnersOf(way), seconds))
      rounds.push(measured)
    }
    for (const way of ways) {
      const of = (value: (measured: Measured) => number) =>
        medianOf(rounds.map((round) => value(round.get(way) as Measured)))
      const each = (value: (measured: Measured) => number) =>
        Math.round(of((measured) => value(measured) / measured.awards))
      const ratio = medianOf(
        rounds.map((round) => databaseTime(round.get(way)) / databaseTime(round.get(plain))),
      )
      const cells = [
        count,
        way.name,
        Math.round(of(({ awards, seconds: took }) => awards / took)),
        each(({ service }) => service),
        ...(way === plain
          ? ['', '']
          : [each(({ coordinator: first }) => first), each(({ workers }) => workers)]),
        each(({ coordinator: first, workers }) => first + workers),
        ratio.toFixed(2),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }
} finally {
  for (const way of ways) await way.stop()
}

function medianOf(numbers: number[]): number {
  return medianBy(numbers, (number) => number)
}

/** What the databases took for an award. */
function databaseTime(measured: Measured | undefined): number {
  return measured ? (measured.coordinator + measured.workers) / measured.awards : Number.NaN
}
