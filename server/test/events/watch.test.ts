import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { streamEvents } from '../../src/events/event-stream.ts'
import { type EventWatch, watchEvents } from '../../src/events/event-watch.ts'
import { closeLedger, lockLedger, openLedger, postNotice } from '../../src/ledger/ledger.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/events.ts'

const NEVER_MS = 600_000

const { connectionString, drop } = await createTestDatabase()
const client = new pg.Client({ connectionString })
await client.connect()
const opened: { database: Database; watch: EventWatch }[] = []
after(async () => {
  for (const { watch, database } of opened) {
    await watch.stop()
    await database.close()
  }
  await client.end()
  await drop()
})

/** What one process has: its connections and its watch. */
function startProcess({ pollMs = NEVER_MS } = {}) {
  const warnings: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warnings.push(said) }
  const database = openDatabase({ connectionString })
  const watch = watchEvents({ database, connectionString, pollMs, log })
  opened.push({ database, watch })
  return { database, watch, warnings }
}

async function newLedger(database: Database): Promise<string> {
  const partnerId = randomUUID()
  await database.transaction((tx) => openLedger(tx, partnerId, new Date()))
  return partnerId
}

function writeEvent(database: Database, partnerId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const ledger = await lockLedger(tx, partnerId)
    postNotice(tx, ledger, { type: 'rule.created', data: {}, at: new Date() })
    closeLedger(tx, ledger)
  })
}

function countWakes(watch: EventWatch, partnerId: string) {
  const counted = { wakes: 0, unsubscribe: () => {} }
  counted.unsubscribe = watch.subscribe(partnerId, () => {
    counted.wakes += 1
  })
  return counted
}

const listeners = async () =>
  (
    await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
  ).rows.map(({ pid }) => pid)

/** Waits until the watch hears others, and takes the wake that this gives away. */
async function untilListening(count: number): Promise<void> {
  await waitUntil(async () => (await listeners()).length >= count, 'it listens')
  await pause(100)
}

test('a commit wakes its own process at once, and only for its partner; a rollback wakes nobody', async () => {
  const { database, watch } = startProcess()
  const [one, other] = [await newLedger(database), await newLedger(database)]
  const [own, others] = [countWakes(watch, one), countWakes(watch, other)]
  await untilListening(1)
  const before = own.wakes
  await assert.rejects(
    database.transaction(async (tx) => {
      closeLedger(tx, await lockLedger(tx, one))
      throw new Error('no')
    }),
  )
  assert.equal(own.wakes, before)
  const othersBefore = others.wakes

  await writeEvent(database, one)

  assert.equal(own.wakes, before + 1)
  assert.equal(others.wakes, othersBefore)
  own.unsubscribe()
  await writeEvent(database, one)
  assert.equal(own.wakes, before + 1)
  others.unsubscribe()
})

test('a commit of another process wakes by its notification, also after the connection that hears it was lost', async () => {
  const [writer, reader] = [startProcess(), startProcess()]
  const partnerId = await newLedger(writer.database)
  const known = await listeners()
  const counted = countWakes(reader.watch, partnerId)
  await untilListening(known.length + 1)
  const before = counted.wakes
  await writeEvent(writer.database, partnerId)
  await waitUntil(() => counted.wakes > before, 'the notification came')

  const [lost] = (await listeners()).filter((pid) => !known.includes(pid))
  const beforeLoss = counted.wakes
  await client.query('select pg_terminate_backend($1)', [lost])
  await waitUntil(() => counted.wakes > beforeLoss, 'it looks again after it was deaf')
  const deaf = counted.wakes
  await writeEvent(writer.database, partnerId)
  await waitUntil(() => counted.wakes > deaf, 'the notification came')
  assert.ok(reader.warnings.length > 0)
  counted.unsubscribe()
})

test('what no notification told is found by looking', async () => {
  const { database, watch } = startProcess({ pollMs: 50 })
  const partnerId = await newLedger(database)
  const counted = countWakes(watch, partnerId)
  await waitUntil(() => counted.wakes > 0, 'it looked')
  await pause(300)
  const before = counted.wakes
  await pause(300)
  assert.equal(counted.wakes, before, 'nothing new wakes nobody')
  await client.query('update ledgers set last_event_no = 1 where partner_id = $1', [partnerId])
  await waitUntil(() => counted.wakes > before, 'it was found')
  counted.unsubscribe()
})

test('a burst of commits is told to others in few notifications, which name every partner', async () => {
  const { database } = startProcess()
  const heard: string[] = []
  const ear = new pg.Client({ connectionString })
  await ear.connect()
  ear.on('notification', ({ payload = '' }) => heard.push(payload))
  await ear.query('listen laurel_events')
  const named = () => new Set(heard.flatMap((payload) => payload.split(' ')[1]?.split(',') ?? []))

  const partnerId = await newLedger(database)
  const beganAt = Date.now()
  for (let count = 0; count < 200; count += 1) await writeEvent(database, partnerId)
  await waitUntil(() => heard.length > 0, 'it was told')
  await pause(300)
  const tookMs = Date.now() - beganAt
  assert.ok(heard.length <= tookMs / 100 + 2, `${heard.length} notifications in ${tookMs} ms`)
  assert.deepEqual([...named()], [partnerId])

  heard.length = 0
  const many = Array.from({ length: 500 }, () => randomUUID())
  await database.transaction(async (tx) => {
    for (const each of many) tx.announce(each)
  })
  await waitUntil(() => named().size === 500, 'all are named')
  assert.deepEqual(named(), new Set(many))
  await ear.end()
})

test('a quiet stream sends a comment now and then, and takes its reader past what a filter left out', async () => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  await writeEvent(database, partnerId)
  const ending = new AbortController()
  const stream = streamEvents({
    database,
    watch,
    partnerId,
    types: ['award.paid'],
    after: 0n,
    ending: ending.signal,
    heartbeatMs: 100,
  })
  const next = async () => (await stream.next()).value

  assert.equal(await next(), 'retry: 1000\n\n')
  assert.equal(await next(), ':\nid: 1\n\n')
  assert.equal(await next(), ':\n\n')
  await writeEvent(database, partnerId)
  assert.equal(await next(), ':\nid: 2\n\n')
  ending.abort('stopping')
  assert.equal(
    await next(),
    'event: end\ndata: {"reason":"stopping","message":"This process is stopping; connect again."}\n\n',
  )
  assert.equal((await stream.next()).done, true)
})

test('a stream whose database goes away ends with an event that says so', async () => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  const stream = streamEvents({
    database,
    watch,
    partnerId,
    types: null,
    after: 0n,
    ending: new AbortController().signal,
  })
  assert.equal((await stream.next()).value, 'retry: 1000\n\n')
  const looking = stream.next()
  await pause(100)
  // Whoever waits for an answer just then is cut off.
  await client.query(`begin; lock table ledgers in access exclusive mode`)
  await database.transaction(async (tx) => tx.announce(partnerId))
  await waitUntil(async () => {
    const cut = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return cut.rowCount === 1
  }, 'it asks')
  await client.query('rollback')

  assert.equal(
    (await looking).value,
    'event: end\ndata: {"reason":"unavailable","message":"The database is away; connect again in a moment."}\n\n',
  )
})
