import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { decideNotedActivities } from '../../src/programme/activities/run-noted.ts'
import { openLedger } from '../../src/programme/ledger/ledger.ts'
import { createPartnerReads } from '../../src/programme/read-batches/partner-reads.ts'
import { connectNodes } from '../../src/storage/citus/connect-nodes.ts'
import { hashUuid } from '../../src/storage/citus/hash-uuid.ts'
import { type Database, type Db, openDatabase, sql } from '../../src/storage/database/database.ts'
import { ShardMoved } from '../../src/storage/database/database-error.ts'
import { dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { notOnCitus } from '../support/citus.ts'
import { asService, openTestDatabase, withClient } from '../support/database.ts'
import { moveShard, shardOf, startNodes } from '../support/nodes.ts'
import { discover, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { clientToken, newRuleBody, newUserBody, onboardTestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const skip = notOnCitus('these nodes are made up')
const NEVER_MS = 600_000
type Warned = { fields: { node?: string }; message: string | undefined }

/** The half of the hashes that an id is in: 0 or 1. */
const halfOf = (partnerId: string) => (hashUuid(partnerId) < 0 ? 0 : 1)

/** Of four shards. */
const shardNo = (partnerId: string) => Math.floor((hashUuid(partnerId) + 2 ** 31) / 2 ** 30)

function newId(half: number): string {
  const id = randomUUID()
  return halfOf(id) === half ? id : newId(half)
}

const ping = (database: Database) => database.first(sql`select 1 as one`)

async function startCluster({ refreshIntervalMs = NEVER_MS, shardsPerNode = 1 } = {}) {
  const { client, connectionString, closeFirst } = await openTestDatabase()
  const [first, second] = await startNodes(client, 2, { shardsPerNode })
  assert(first && second)
  const warned: Warned[] = []
  const log = { warn: (fields: object, message?: string) => void warned.push({ fields, message }) }
  const connectDirectly = async () => {
    const options = { connectionString: asService(connectionString), connectionsMax: 2 }
    const coordinator = openDatabase(options)
    const database = await connectNodes({ coordinator, options, log, refreshIntervalMs })
    closeFirst(database.close)
    return database
  }
  return { client, first, second, warned, connectDirectly }
}

test('the work of a partner goes to the node whose range has the hash of its id', { skip }, async () => {
  const { first, second, connectDirectly } = await startCluster()
  const database = await connectDirectly()
  assert.equal(database.machineOf(newId(0)), first.address)
  assert.equal(database.machineOf(newId(1)), second.address)

  const one = database.forPartner(newId(0))
  const made = () => [first.connections.made, second.connections.made]
  const [before] = made()
  await Promise.all([ping(one), ping(one)])
  assert.deepEqual(made(), [(before as number) + 1, second.connections.made], 'a connection beside the first')
})

test('listeners hear of commits on every node, also those that were added first', { skip }, async () => {
  const { connectDirectly } = await startCluster()
  const database = await connectDirectly()
  const heard: string[] = []
  database.onCommit((changed) => heard.push(...changed.keys()))
  for (const half of [0, 1])
    await database.forPartner(newId(half)).transaction(async (tx) => tx.announce(`half ${half}`))
  await database.transaction(async (tx) => tx.announce('coordinator'))
  assert.deepEqual(heard, ['half 0', 'half 1', 'coordinator'])
})

test('a node that has not responded yet is left to the coordinator, and used once it responds', {
  skip,
}, async () => {
  const { first, warned, connectDirectly } = await startCluster({ refreshIntervalMs: 50 })
  await first.stop()
  const database = await connectDirectly()
  assert.equal(database.machineOf(newId(0)), undefined)
  assert.equal(database.forPartner(newId(0)).hasLedgersAlone, false)
  assert.notEqual(database.machineOf(newId(1)), undefined)
  assert.equal(warned[0]?.fields.node, first.address)
  await first.start()
  await waitUntil(() => database.machineOf(newId(0)) === first.address, 'the node is used')
})

const lastSeq = (db: Db, partnerId: string) =>
  db.first<{ last: bigint }>(sql`select last_seq as last from ledgers where partner_id = ${partnerId}`)

test('what meets a shard that has moved is done at its new node, without waiting for the next refresh', {
  skip,
}, async () => {
  const { client, first, second, connectDirectly } = await startCluster()
  const database = await connectDirectly()
  const partnerId = newId(0)
  const own = database.forPartner(partnerId)
  await own.transaction((tx) => openLedger(tx, partnerId))

  await moveShard(client, 0, 2)
  assert.deepEqual(await lastSeq(own, partnerId), { last: 0n })
  assert.equal(database.machineOf(partnerId), second.address)
  await moveShard(client, 0, 1)
  assert.deepEqual(await own.snapshot((db) => lastSeq(db, partnerId)), { last: 0n })
  assert.equal(database.machineOf(partnerId), first.address)
  await moveShard(client, 0, 2)
  const changed = await own.transaction(async (tx) => {
    tx.send(sql`update ledgers set last_seq = last_seq + 1 where partner_id = ${partnerId}`)
    return lastSeq(tx, partnerId)
  })
  assert.deepEqual(changed, { last: 1n }, 'written once')
  assert.equal(database.machineOf(partnerId), second.address)
})

test('reads that share a snapshot are repeated together when their shard has moved', { skip }, async () => {
  const { client, second, connectDirectly } = await startCluster()
  const database = await connectDirectly()
  const partnerId = newId(0)
  await database.forPartner(partnerId).transaction((tx) => openLedger(tx, partnerId))
  const { read } = createPartnerReads(database)
  await moveShard(client, 0, 2)
  const found = await Promise.all([1, 2, 3].map(() => read(partnerId, (batch) => batch.ledger)))
  assert.deepEqual(
    found.map(({ lastSeq }) => lastSeq),
    [0n, 0n, 0n],
  )
  assert.equal(database.machineOf(partnerId), second.address)
})

test('a write outside a transaction, which nothing keeps in place, is refused', { skip }, async () => {
  const { connectDirectly } = await startCluster()
  const database = await connectDirectly()
  const partnerId = newId(0)
  const write = sql`update ledgers set last_seq = last_seq + 1 where partner_id = ${partnerId}`
  await assert.rejects(database.forPartner(partnerId).run(write), /needs a transaction/)
})

test('what the service noted is gone from its node once it is decided', { skip }, async () => {
  const { client, warned, connectDirectly } = await startCluster()
  const database = await connectDirectly()
  const noted = { partnerId: newId(1), id: randomUUID(), accountId: randomUUID(), key: randomUUID() }
  await client.query(
    `insert into noted_activities (partner_id, id, type, account_id, idempotency_key, noted_at)
    values ($1, $2, 'member.referred', $3, $4, now() - interval '1 hour')`,
    Object.values(noted),
  )
  const coinCalls = { activity: { decide: async () => assert.fail('the account is no member') } }
  const log = { warn: (fields: object, message?: string) => void warned.push({ fields, message }) }
  const polling = decideNotedActivities({ database, coinCalls, givenTime: () => undefined, log })
  await waitUntil(
    async () => (await client.query('select from noted_activities')).rowCount === 0,
    'it is gone',
  )
  await polling.stop()
  assert.deepEqual(warned, [])
})

test('partners whose shards have parted share no transaction', { skip }, async () => {
  const { client, connectDirectly } = await startCluster({ shardsPerNode: 2 })
  const database = await connectDirectly()
  const one = newId(0)
  let other = newId(0)
  while (shardNo(one) === shardNo(other)) other = newId(0)
  const partnerIds = [one, other]
  const count = () =>
    database.forPartners(partnerIds).transaction((tx) =>
      tx.eachShard(partnerIds, async (on, ids) => {
        await on.first(sql`select count(*) from ledgers where partner_id = any(${ids}::uuid[])`)
        return ids
      }),
    )
  assert.deepEqual(new Set(await count()), new Set(partnerIds.map((id) => [id])))
  await moveShard(client, shardNo(other), 2)
  await assert.rejects(count(), ShardMoved)
  await moveShard(client, shardNo(one), 2)
  // Any call of one partner finds out.
  await lastSeq(database.forPartner(one), one)
  assert.equal((await count()).length, 2)
})

test('shards with copies, on the coordinator or on a node without metadata are left to the coordinator', {
  skip,
}, async () => {
  const { client, connectDirectly } = await startCluster()
  await client.query(`
    insert into pg_dist_placement values (${shardOf(0)}, 2);
    update pg_dist_placement set groupid = 0 where shardid >= ${shardOf(1)}`)
  const database = await connectDirectly()
  assert.equal(database.machineOf(newId(0)), undefined)
  assert.equal(database.machineOf(newId(1)), undefined)
  await client.query(`
    delete from pg_dist_placement where shardid = ${shardOf(0)} and groupid = 2;
    update pg_dist_node set metadatasynced = false where groupid = 1`)
  const later = await connectDirectly()
  assert.equal(later.machineOf(newId(0)), undefined)
})

test('while the coordinator cannot be read, the known nodes stay in use', { skip }, async () => {
  const { client, first, warned, connectDirectly } = await startCluster({ refreshIntervalMs: 20 })
  const database = await connectDirectly()
  await client.query('alter table pg_dist_shard rename to pg_dist_shard_away')
  await waitUntil(() => warned.length > 0, 'a refresh fails')
  assert.equal(database.machineOf(newId(0)), first.address)
})

test('partners of one node share batches, also of several shards, and those of two nodes do not', {
  skip,
}, async () => {
  const plain = await startTestService()
  await withClient(plain.connectionString, (client) => startNodes(client, 2, { shardsPerNode: 2 }))
  const service = await plain.startAnother()
  const partners = await Promise.all(Array.from({ length: 8 }, () => onboardTestPartner(service)))
  const calls = await Promise.all(
    partners.map(async (partner) => {
      const body = { userId: await partner.addUser(), ruleName: (await partner.addRule()).name }
      const token = await clientToken(service, partner.token)
      return () => service.post('/api/v1/laas/rules/award', body, token)
    }),
  )
  // Which calls wait together depends on how fast they arrive.
  await waitUntil(async () => {
    const awarded = await Promise.all(calls.map((award) => award()))
    // A batch takes calls of another shard only while it has fewer than two.
    for (const [index, award] of calls.entries())
      for (const other of calls.slice(index + 1)) awarded.push(...(await Promise.all([award(), other()])))
    for (const { status } of awarded) assert.equal(status, 201)
    const batches = await service.query<{ partners: string[] }>(
      'select array_agg(distinct partner_id) as partners from awards group by xmin::text',
    )
    for (const { partners: mixed } of batches) assert.equal(new Set(mixed.map(halfOf)).size, 1)
    return batches.some(({ partners: mixed }) => new Set(mixed.map(shardNo)).size > 1)
  }, 'a batch of several shards')
})

test('a node that fails stops its partners alone, with 503, and recovers by itself', { skip }, async () => {
  const plain = await startOauthService()
  const [node] = await withClient(plain.connectionString, (client) => startNodes(client, 2))
  assert(node)
  const service = await plain.startAnother()
  const [here, there] = await Promise.all([0, 1].map(partnerOf))
  assert(here && there)

  async function partnerOf(half: number) {
    const partner = await onboardOauthPartner(service)
    if (halfOf(partner.partnerId) !== half) return partnerOf(half)
    const post = (path: string, body: object, token: string) => service.post(`/api/v1/${path}`, body, token)
    const { id: userId } = await dataOf(post('user', newUserBody(), partner.token))
    const rule = await dataOf(post('laas/rules/create-rule', newRuleBody({ coinValue: '1' }), partner.token))
    // The session of a team member is on the coordinator.
    const { access_token: token } = await openid.clientCredentialsGrant(await discover(service, partner))
    return {
      award: () => post('laas/rules/award', { userId, ruleName: rule.name }, token),
      board: () => service.get('/api/v1/laas/leaderboard/new', token),
      coins: async () => (await dataOf(service.get(`/api/v1/laas/users/${userId}`, token))).wallet.coins,
    }
  }

  assert.deepEqual([(await here.award()).status, (await there.award()).status], [201, 201])
  // More than there are connections to a node.
  node.hang()
  const held = Array.from({ length: 12 }, () => [here.award(), here.board()]).flat()
  assert.deepEqual([(await there.award()).status, (await there.board()).status], [201, 200])
  await node.stop()
  for (const refused of [...(await Promise.all(held)), await here.award(), await here.board()]) {
    assertFailure(refused, 'unavailable', 'The database is unavailable; try again in a moment.')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  assert.deepEqual([(await there.award()).status, (await there.board()).status], [201, 200])
  await node.start()
  await waitUntil(async () => (await here.award()).status === 201, 'it recovers')
  assert.deepEqual([await here.coins(), await there.coins()], ['2', '3'])
})
