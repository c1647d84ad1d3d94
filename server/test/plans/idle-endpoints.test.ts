import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { createEventNotifier } from '../../src/feed/events/event-notifications.ts'
import { startDeliveries } from '../../src/feed/webhooks/deliver.ts'
import { beginDelivery, leaseEndpoints } from '../../src/feed/webhooks/delivery-store.ts'
import { searchLaggingEndpoints } from '../../src/feed/webhooks/lagging-endpoints.ts'
import { newWebhookSecret } from '../../src/feed/webhooks/webhook.ts'
import { insertEndpoint } from '../../src/feed/webhooks/webhook-store.ts'
import { createOutbound } from '../../src/messages/outbound/outbound.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { createPartnerNodes } from '../../src/storage/citus/partner-nodes.ts'
import type { Sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { newLedger, writeEvent } from '../support/ledgers.ts'
import { explainer, noteStatements, plansOf, rowsRead } from '../support/plans.ts'
import { type Receiver, seqsIn, startReceiver } from '../support/receiver.ts'
import { waitUntil } from '../support/wait-until.ts'

const IDLE = 20_000
const NEVER_MS = 600_000
const encryption = createEncryption(randomBytes(32))
const log = { warn: () => {}, error: () => {} }
const { connectionString, client, open, closeFirst } = await openTestDatabase()
/** Of a server, whose commits are announced only where a test asks for it. */
const server = open()
const notifier = createEventNotifier({ database: server, log })
closeFirst(notifier.stop)

before(async () => {
  await client.query(`
    insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account, opening_account, expired_account, last_seq,
      last_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 5, now(), now() from generate_series(1, ${IDLE});
    insert into webhook_endpoints (partner_id, id, url, description, enabled, encrypted_secret, cursor, next_try_at,
      created_at, updated_at)
    select partner_id, gen_random_uuid(), 'http://127.0.0.1:1/', '', true, '', 5, now(), now(), now() from ledgers;
    analyze ledgers, webhook_endpoints`)
})

type DeliveryOptions = Parameters<typeof startDeliveries>[1]

/** A delivery process; it searches once it listens, and then only where a test asks for it. */
function startProcess(options: DeliveryOptions = { searchIntervalMs: NEVER_MS, searchStepMs: 10 }) {
  const { database, noted } = noteStatements(open())
  const outbound = createOutbound({ mode: 'development', outboundAllow: [] })
  const deliveries = startDeliveries({ database, connectionString, encryption, outbound, log }, options)
  closeFirst(outbound.close)
  closeFirst(deliveries.stop)
  return { noted, stop: deliveries.stop }
}

async function subscribe(receiver: Receiver) {
  const partnerId = await newLedger(server)
  const secret = newWebhookSecret()
  const endpoint = {
    partnerId,
    id: randomUUID(),
    url: receiver.url,
    description: '',
    types: null,
    enabled: true,
    encryptedSecret: encryption.encrypt(secret),
    cursor: 0n,
  }
  await server.transaction((tx) => insertEndpoint(tx, endpoint, new Date()))
  return { partnerId, id: endpoint.id, received: () => seqsIn(receiver.taken, secret) }
}

const announce = (partnerId: string) => notifier.add(new Set([partnerId]))

const listenerPids = async () =>
  (
    await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
  ).rows.map(({ pid }) => pid)

const statementOf = (noted: Map<string, Sql>, caller: string) =>
  [...noted.values()].find(({ text }) => text.startsWith(`/* ${caller} */`)) as Sql

test(`of ${IDLE} idle endpoints none is read when another one has an event`, async () => {
  const hook = await subscribe(await startReceiver())
  const { noted, stop } = startProcess()
  await waitUntil(async () => (await listenerPids()).length === 1, 'it listens')
  await writeEvent(server, hook.partnerId)
  announce(hook.partnerId)
  await waitUntil(() => hook.received().join() === '1', 'the event is delivered')
  await stop()

  await client.query(`
    set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
    set plan_cache_mode = force_generic_plan;
    update webhook_endpoints set cursor = 0 where partner_id = '${hook.partnerId}'`)
  const { prepare, explain } = explainer(client)
  const ledgerRead = [...noted.values()].find(({ text }) => /findLastSeqs .* = \$1::uuid/s.test(text)) as Sql
  for (const polled of [statementOf(noted, 'listEnabledEndpoints'), ledgerRead]) {
    await prepare(polled)
    assert.ok(rowsRead(await explain(polled)) <= 3)
  }
  await client.query(`update webhook_endpoints set cursor = 1 where partner_id = '${hook.partnerId}'`)
})

test('the search reads a page by key', async () => {
  const after = { partnerId: '7fffffff-0000-4000-8000-000000000000', id: randomUUID() }
  for (const position of [null, after]) {
    const nodes = createPartnerNodes(server)
    await nodes.group([randomUUID(), randomUUID()])
    const [page = '', ledgers = ''] = await plansOf(client, server, (db) =>
      searchLaggingEndpoints({ database: db, nodes }, { after: position, countMax: 100 }),
    )
    assert.match(page, /Index Scan using webhook_endpoints_enabled_idx/, page)
    assert.match(ledgers, /Index Scan using ledgers_pkey/, ledgers)
    for (const plan of [page, ledgers]) assert.doesNotMatch(plan, /Seq Scan|Sort|Disabled/, plan)
  }
})

test('an event whose notification was lost is found by the search', async () => {
  const hook = await subscribe(await startReceiver())
  const { stop } = startProcess({ searchIntervalMs: 20, searchStepMs: 1 })
  for (const seq of [1, 2, 3]) {
    await writeEvent(server, hook.partnerId)
    await waitUntil(() => hook.received().length === seq, 'the event is delivered')
  }
  assert.deepEqual(hook.received(), [1, 2, 3])
  await stop()
})

test('events of the time without a listening connection are found once there is one again', async () => {
  const hook = await subscribe(await startReceiver())
  const { stop } = startProcess()
  await waitUntil(async () => (await listenerPids()).length === 1, 'it listens')
  await writeEvent(server, hook.partnerId)
  announce(hook.partnerId)
  await waitUntil(() => hook.received().length === 1, 'the first event is delivered')

  const [lost] = await listenerPids()
  await writeEvent(server, hook.partnerId)
  await client.query('select pg_terminate_backend($1::integer)', [lost])
  await waitUntil(() => hook.received().length === 2, 'the second event is delivered')
  await stop()
})

test('events that follow a burst arrive too, in order', async () => {
  const hook = await subscribe(await startReceiver())
  const { stop } = startProcess()
  await waitUntil(async () => (await listenerPids()).length === 1, 'it listens')
  for (const seqs of [120, 1, 1]) {
    const before = hook.received().length
    for (let count = 0; count < seqs; count += 1) await writeEvent(server, hook.partnerId)
    announce(hook.partnerId)
    await waitUntil(() => hook.received().length >= before + seqs, 'all are delivered')
  }
  assert.deepEqual(
    hook.received(),
    Array.from({ length: 122 }, (_, index) => index + 1),
  )
  await stop()
})

test('no delivery begins while sending is paused, also of an endpoint that was leased before', async () => {
  const hook = await subscribe(await startReceiver())
  const lease = { holder: randomUUID(), leaseMs: NEVER_MS }
  const [endpoint] = await leaseEndpoints(server, [hook], lease)
  assert.ok(endpoint)
  const begin = () => beginDelivery(server, endpoint, { ...lease, to: 1n })
  await client.query(`insert into sending_pause (since, reason) values (now(), 'test')`)
  assert.equal(await begin(), false)
  await client.query('delete from sending_pause')
  assert.equal(await begin(), true)
})

test('a notification that is not ours is ignored', async () => {
  const hook = await subscribe(await startReceiver())
  const { stop } = startProcess()
  await waitUntil(async () => (await listenerPids()).length === 1, 'it listens')
  for (const payload of ['', 'x', 'x y', `x ${randomUUID()},z`])
    await client.query(`select pg_notify('laurel_events', $1)`, [payload])
  await writeEvent(server, hook.partnerId)
  announce(hook.partnerId)
  await waitUntil(() => hook.received().length === 1, 'the event is delivered')
  await stop()
})

test('two processes deliver each event once, in order, though either may be notified first', async () => {
  const hooks = await Promise.all([1, 2, 3].map(async () => subscribe(await startReceiver())))
  const processes = [startProcess(), startProcess()]
  await waitUntil(async () => (await listenerPids()).length === 2, 'both listen')
  for (let count = 0; count < 20; count += 1)
    for (const { partnerId } of hooks) {
      await writeEvent(server, partnerId)
      announce(partnerId)
    }
  for (const { received } of hooks) {
    await waitUntil(() => received().at(-1) === 20, 'all is delivered')
    assert.deepEqual(
      received(),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  }
  for (const { stop } of processes) await stop()
})
