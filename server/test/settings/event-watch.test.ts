import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { createEventNotifier } from '../../src/feed/events/event-notifications.ts'
import type { EventWatch } from '../../src/feed/events/event-watch.ts'
import { closeLedger, lockLedger } from '../../src/programme/ledger/ledger.ts'

import { createLedgers, newLedger, writeEvent } from '../support/ledgers.ts'
import { waitUntil } from '../support/wait-until.ts'

const { connectionString, client, open, startProcess } = await createLedgers()

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

/** Once the watch hears other processes, it wakes every subscriber. */
const untilListening = (...counted: { wakes: number }[]) =>
  waitUntil(() => counted.every(({ wakes }) => wakes === 1), 'it listens')

test('a commit wakes its own process at once, and only for its partner; a rollback does not', async () => {
  const { database, watch } = startProcess()
  const [one, other] = [await newLedger(database), await newLedger(database)]
  const [own, others] = [countWakes(watch, one), countWakes(watch, other)]
  await untilListening(own, others)
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

test('a commit of another process wakes by its notification, also after the listening connection was lost', async () => {
  const [writer, reader] = [startProcess(), startProcess()]
  const partnerId = await newLedger(writer.database)
  const known = await listeners()
  const counted = countWakes(reader.watch, partnerId)
  await untilListening(counted)
  const before = counted.wakes
  await writeEvent(writer.database, partnerId)
  await waitUntil(() => counted.wakes > before, 'the notification came')

  const [lost] = (await listeners()).filter((pid) => !known.includes(pid))
  const beforeLoss = counted.wakes
  await client.query('select pg_terminate_backend($1::integer)', [lost])
  await waitUntil(() => counted.wakes > beforeLoss, 'it looks again after it was deaf')
  const deaf = counted.wakes
  await writeEvent(writer.database, partnerId)
  await waitUntil(() => counted.wakes > deaf, 'the notification came')
  assert.ok(reader.warnings.length > 0)
  counted.unsubscribe()
})

test('an event without a notification is found by polling', async () => {
  const { database, watch, polls } = startProcess({ pollMs: 50 })
  const partnerId = await newLedger(database)
  const counted = countWakes(watch, partnerId)
  await waitUntil(() => counted.wakes === 2, 'it listens, and has polled')
  const polled = polls()
  await waitUntil(() => polls() > polled + 3, 'it polls')
  assert.equal(counted.wakes, 2, 'nothing new does not wake')
  await client.query('update ledgers set last_seq = 1 where partner_id = $1', [partnerId])
  await waitUntil(() => counted.wakes === 3, 'it was found')
  counted.unsubscribe()
})

test('a burst of commits sends few notifications, which name every partner', async () => {
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
  await waitUntil(() => heard.length > 0, 'a notification arrived')
  const tookMs = Date.now() - beganAt
  assert.ok(heard.length <= tookMs / 100 + 2, `${heard.length} notifications in ${tookMs} ms`)
  assert.deepEqual([...named()], [partnerId])

  const many = Array.from({ length: 500 }, () => randomUUID())
  await database.transaction(async (tx) => {
    for (const each of many) tx.announce(each)
  })
  await waitUntil(() => named().size === 501, 'all are named')
  assert.deepEqual(named(), new Set([partnerId, ...many]))
  await ear.end()
})

test('a notification that failed is sent again', async () => {
  const database = open({ connectionsMax: 1 })
  const warnings: unknown[] = []
  const notifier = createEventNotifier({
    database,
    log: { warn: (...said: unknown[]) => void warnings.push(said) },
  })
  const { watch, database: readers } = startProcess()
  const partnerId = await newLedger(readers)
  const counted = countWakes(watch, partnerId)
  await untilListening(counted)
  const busy = Promise.withResolvers<void>()
  const transaction = database.transaction(() => busy.promise)
  notifier.add(new Set([partnerId]))
  await waitUntil(() => warnings.length === 1, 'no connection became free')
  const before = counted.wakes
  busy.resolve()
  await transaction
  await waitUntil(() => counted.wakes > before, 'the notification came')
  await notifier.stop()
  counted.unsubscribe()
})
