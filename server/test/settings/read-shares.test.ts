import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { clientCredentialsGrant } from 'openid-client'
import pg from 'pg'
import { poll } from '../../src/runtime/process/poll.ts'
import { currentReader, readAs } from '../../src/runtime/process/reader.ts'
import { openDatabase, sql } from '../../src/storage/database/database.ts'
import { busyWith } from '../../src/storage/database/database-error.ts'
import { asService, createTestDatabase } from '../support/database.ts'
import { StreamReader } from '../support/events.ts'
import { discover, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { operationsOf } from '../support/open-api.ts'
import { onboardTestPartner, type TestPartner } from '../support/partner.ts'
import { waitUntil } from '../support/wait-until.ts'

const PAGE = fileURLToPath(new URL('../../../docs/read-routes.md', import.meta.url))
const CALLERS = 6
/** How often the connections are counted while the callers wait. */
const LOOKS = 5
const LOOK_MS = 20
/** Respond from what the token says, or stay open. */
const WITHOUT_READS = ['streamEvents']

const service = await startOauthService()
let partner: TestPartner
before(async () => {
  partner = await onboardTestPartner(service)
})

/** Keeps every table locked, so that each read waits in the database. */
async function lockTables() {
  const client = new pg.Client({ connectionString: service.connectionString })
  await client.connect()
  const { rows } = await client.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await client.query(`begin; lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
  return {
    /** The reads that wait. Those of a snapshot began before their statement. */
    async reads(): Promise<{ isInSnapshot: boolean }[]> {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query(
        `select xact_start < query_start as "isInSnapshot"
         from pg_stat_activity
         where application_name = 'laurel reads' and datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows
    },
    unlock: () => client.end(),
  }
}

/** The most reads of these calls that are under way at a time, as far as a few looks tell. */
async function readsOf(call: () => Promise<{ status: number }>): Promise<{ isInSnapshot: boolean }[]> {
  const locked = await lockTables()
  let most: { isInSnapshot: boolean }[] = []
  const calls = Array.from({ length: CALLERS }, call)
  try {
    await waitUntil(async () => (await locked.reads()).length > 0, 'a read waits')
    for (let look = 0; look < LOOKS; look += 1) {
      const reads = await locked.reads()
      if (reads.length > most.length) most = reads
      await pause(LOOK_MS)
    }
  } finally {
    await locked.unlock()
  }
  for (const { status } of await Promise.all(calls)) assert.ok(status < 500, `status ${status}`)
  return most
}

const reads = (
  await operationsOf<{ operationId: string; 'x-access'?: { kinds: string[]; token: string } }>()
).filter(
  ({ method, operationId, 'x-access': access }) =>
    method === 'GET' && access?.kinds.includes('team') && !WITHOUT_READS.includes(operationId),
)

/** The first read of each operation, by which the page says where it waits. */
const rows: string[] = []

for (const { operationId, path } of reads) {
  test(`${operationId} reads with at most two connections of its partner`, async () => {
    const address = path
      .replace('{eco}', 'acme')
      .replace('{seq}', '1')
      .replaceAll(/\{\w+\}/g, () => randomUUID())
      .replace(/search$/, 'search?q=ada')
    const headers = { authorization: `Bearer ${partner.token}` }
    const most = await readsOf(async () => {
      const response = await fetch(`${service.url}${address}`, { headers })
      await response.body?.cancel()
      return response
    })
    assert.ok(most.length <= 2, `${most.length} connections`)
    rows.push(`| \`${operationId}\` | \`${path}\` | ${queueOf(operationId, most)} |`)
  })
}

function queueOf(operationId: string, most: { isInSnapshot: boolean }[]): string {
  if (operationId.startsWith('export')) return 'exports, one at a time'
  return most.every(({ isInSnapshot }) => isInSnapshot) ? 'shared snapshots' : 'statements'
}

test('docs/read-routes.md is up to date', () => {
  const page = `# Where reads wait

Every request reads with the connections of its partner: at most two at a time in each process, apart from those of writes
(\`storage/database/read-share.ts\`). Others of the partner wait for them, for as long as \`DATABASE_WAIT_SECONDS\` says, then get 503. A statement ends
after twice that time. On the way there, reads that arrive together share a snapshot (\`programme/read-batches/partner-reads.ts\`), or are statements by themselves, or
belong to an export, of which one runs (\`http/responses/exports.ts\`). \`server/test/settings/read-shares.test.ts\` calls each route while all tables are locked, counts
the connections that wait, and makes this page; \`READ_ROUTES=write npm test -- read-shares\` writes it.

| operation | path | reads through |
|---|---|---|
${rows.join('\n')}
`
  if (process.env.READ_ROUTES === 'write') writeFileSync(PAGE, page)
  assert.equal(readFileSync(PAGE, 'utf8'), page, 'run READ_ROUTES=write npm test -- read-shares')
})

test('calls and event streams go on while other reads of the partner wait', async () => {
  const attacker = await onboardOauthPartner(service)
  const victim = await onboardTestPartner(service)
  const [member, rule] = [await victim.addUser(), await victim.addRule()]
  const externalId = 'customer-1'
  const post = (path: string, body: object, token: string) =>
    service.post(`/api/v1/laas/${path}`, body, token)
  await post('users', { externalId }, attacker.token)
  await post('coins/adjust', { externalId, coins: '5', reason: 'Goodwill' }, attacker.token)
  const { access_token: backend } = await clientCredentialsGrant(await discover(service, attacker))
  // The first stream begins the poll for events of all partners.
  const streams = [
    await StreamReader.open(service, attacker.token),
    await StreamReader.open(service, victim.token),
  ]
  const client = new pg.Client({ connectionString: service.connectionString })
  await client.connect()
  await client.query('begin; lock table audit_log in access exclusive mode')
  const waiting = Array.from({ length: CALLERS }, () =>
    service.get('/api/v1/acme/partners/me/audit-events', attacker.token),
  )
  try {
    const spent = await post('coins/transfer-from-user-wallet', { externalId, coins: 2 }, backend)
    assert.equal(spent.status, 201)
    const { body } = await victim.award(member, rule.name)
    for (const [stream, id] of [
      [streams[0], spent.body.data.id],
      [streams[1], body.data.id],
    ] as const)
      await waitUntil(() => !!stream?.blocks.some(({ data }) => data?.includes(id)), 'the event arrives')
    assert.equal(await Promise.race([...waiting, pause(0, 'waiting')]), 'waiting')
  } finally {
    await client.end()
    for (const stream of streams) stream.drop()
  }
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
})

test('what a request begins for others too reads for none', async () => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const polling = readAs({ id: 'partner' }, () => poll(1, async () => resolve(currentReader())))
  assert.equal(await promise, undefined)
  await polling.stop()
})

test('reads of a partner go on while another has its two connections', async () => {
  const other = await onboardTestPartner(service)
  const database = openDatabase({
    connectionString: asService(service.connectionString),
    readConnectionsMax: 4,
  })
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 2 }, () =>
    readAs({ id: partner.partnerId }, () => database.snapshot(() => isDone)),
  )
  const third = readAs({ id: partner.partnerId }, () => database.first(sql`select 1 as one`))
  const isWaiting = Symbol('waiting')
  assert.deepEqual(await readAs({ id: other.partnerId }, () => database.first(sql`select 1 as one`)), {
    one: 1,
  })
  assert.equal(await Promise.race([third, pause(0, isWaiting)]), isWaiting)
  finish()
  assert.deepEqual(await third, { one: 1 })
  await Promise.all(slow)
  await database.close()
})

test('a read inside a snapshot that does not use it fails, since two could wait for each other', async () => {
  const database = openDatabase({ connectionString: asService(service.connectionString) })
  await assert.rejects(
    readAs({ id: 'partner' }, () => database.snapshot(() => database.first(sql`select 1 as one`))),
    /must read from the snapshot/,
  )
  await database.close()
})

test('a read that takes too long is ended by the database, and the connection goes on', async () => {
  const { serviceConnectionString, drop } = await createTestDatabase()
  const database = openDatabase({
    connectionString: serviceConnectionString,
    readConnectionsMax: 1,
    waitMs: 500,
  })
  const read = <T>(work: () => Promise<T>) => readAs({ id: 'partner' }, work)
  await assert.rejects(
    read(() => database.first(sql`select pg_sleep(600)::text as slept`)),
    (error) => busyWith(error) === 'statement',
  )
  assert.deepEqual(await read(() => database.first(sql`select 1 as one`)), { one: 1 })
  await database.close()
  await drop()
})
