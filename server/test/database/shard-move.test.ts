import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { closeLedger, lockLedger, recordLifecycleEvent } from '../../src/programme/ledger/ledger.ts'
import { connectNodes } from '../../src/storage/citus/connect-nodes.ts'
import { type Database, openDatabase } from '../../src/storage/database/database.ts'
import { dataOf } from '../support/api.ts'
import { createAwardLoad } from '../support/award-load.ts'
import { CITUS_NODES, databaseOf, isOnCitus, moveShard, onEachNode, placementOf } from '../support/citus.ts'
import { asService, countWaitingConnections, withClient } from '../support/database.ts'
import { clientToken, onboardTestPartner, type TestPartner } from '../support/partner.ts'
import { type OwnService, startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const skip = !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster'

/** How often a shard moves under load. */
const MOVES = Number(process.env.SHARD_MOVES ?? 4)

const REST_MS = 20

/** The next number of the ledger, written once `mayWrite` resolves. */
const writeEvent = (database: Database, partnerId: string, onLocked: () => void, mayWrite: Promise<void>) =>
  database.transaction(async (tx) => {
    const ledger = await lockLedger(tx, partnerId)
    onLocked()
    await mayWrite
    recordLifecycleEvent(tx, ledger, { type: 'rule.updated', data: {} })
    closeLedger(tx, ledger)
    return ledger.lastSeq
  })

for (const way of ['through its node', 'through the coordinator'] as const)
  test(`a shard does not move while a transaction ${way} has locked one of its ledgers`, {
    skip,
  }, async () => {
    const service = await startTestService()
    const { partnerId } = await onboardTestPartner(service)
    const options = { connectionString: asService(service.connectionString), connectionsMax: 2 }
    const coordinator = openDatabase(options)
    const database = await connectNodes({ coordinator, options, log: { warn: () => {} } })
    const own = way === 'through its node' ? database.forPartner(partnerId) : coordinator
    assert.equal(own.hasLedgersAlone, way === 'through its node')
    const locked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = writeEvent(own, partnerId, locked.resolve, gate.promise)
    await locked.promise
    const second = writeEvent(own, partnerId, () => {}, Promise.resolve())
    const waiting = () => withClient(service.connectionString, countWaitingConnections)
    await waitUntil(async () => (await waiting()) > 0, 'the second waits for the lock')
    let hasMoved = false
    const moving = moveShard(service, partnerId, 'block_writes').finally(() => {
      hasMoved = true
    })
    await waitUntil(async () => hasMoved || (await waiting()) > 1, 'the move waits too, or is done')
    assert.equal(hasMoved, false)
    gate.resolve()

    const numbers = [await first, await second]
    const port = await moving
    assert.equal(numbers[1], (numbers[0] as bigint) + 1n)
    const [ledger] = await service.query<{ last: string }>(
      'select last_seq as last from ledgers where partner_id = $1',
      [partnerId],
    )
    assert.equal(BigInt(ledger?.last ?? 0), numbers[1])
    assert.equal((await placementOf(service, partnerId)).port, port)
    await database.close()
  })

test('while a shard is being moved, the calls of its partners wait, and those of the others on its worker do not', {
  skip,
}, async () => {
  const service = await startTestService()
  const moving = await onboardClient(service)
  let other = await onboardClient(service)
  const placed = await placementOf(service, moving.partnerId)
  for (;;) {
    const { shard, port } = await placementOf(service, other.partnerId)
    if (port === placed.port && shard !== placed.shard) break
    other = await onboardClient(service)
  }
  const worker = CITUS_NODES.find((node) => new URL(node).port === String(placed.port)) as string
  const database = new URL(service.connectionString).pathname.slice(1)
  await withClient(databaseOf(worker, database), async (client) => {
    await client.query('begin')
    // As a move does, for as long as it takes.
    await client.query('select lock_shard_metadata(7, array[$1]::bigint[])', [placed.shard])
    let isAnswered = false
    const held = Promise.all(Array.from({ length: 5 }, moving.award)).finally(() => {
      isAnswered = true
    })
    for (let count = 0; count < 20; count += 1)
      for (const { status } of await Promise.all([other.award(), other.award()])) assert.equal(status, 201)
    assert.equal(isAnswered, false)
    await client.query('commit')
    for (const { status } of await held) assert.equal(status, 201)
  })
})

test('what was answered stays when a shard moves by logical replication between workers that commit asynchronously', {
  skip,
}, async () => {
  const service = await startTestService()
  const name = new URL(service.connectionString).pathname.slice(1)
  await onEachNode('postgres', (node) => node.query(`alter database ${name} set synchronous_commit = off`))
  // Of a team member, whose awards go through the coordinator, and of a client, whose awards go to the worker.
  const team = await onboardTestPartner(service)
  const body = { userId: await team.addUser(), ruleName: (await team.addRule({ coinValue: '1' })).name }
  const partners = [
    { partnerId: team.partnerId, award: () => service.post('/api/v1/laas/rules/award', body, team.token) },
    await onboardClient(service),
  ]
  for (const { partnerId, award } of partners) {
    const answered: string[] = []
    let isOver = false
    // Few, because what waits for the disk goes there with what follows.
    const awarding = (async () => {
      while (!isOver) {
        const { status, body } = await award()
        assert.equal(status, 201)
        answered.push(body.data.id)
        await pause(REST_MS)
      }
    })()
    for (let moves = 0; moves < MOVES; moves += 1) await moveShard(service, partnerId, 'force_logical')
    isOver = true
    await awarding
    const kept = await service.query<{ id: string }>('select id from awards where partner_id = $1', [
      partnerId,
    ])
    const ids = new Set(kept.map(({ id }) => id))
    assert.deepEqual(
      answered.filter((id) => !ids.has(id)),
      [],
    )
  }
})

/** A partner whose backend awards. */
async function onboardClient(service: OwnService) {
  const { partnerId, token, addUser, addRule } = await onboardTestPartner(service)
  const body = { userId: await addUser(), ruleName: (await addRule({ coinValue: '1' })).name }
  const own = await clientToken(service, token)
  return { partnerId, award: () => service.post('/api/v1/laas/rules/award', body, own) }
}

test('shards that move to and fro under load lose no award, and no award is made twice', {
  skip,
}, async () => {
  const service = await startTestService()
  const another = await service.startAnother()
  const team = await onboardTestPartner(service)
  const client = await onboardTestPartner(service)
  const token = await clientToken(service, client.token)
  // The batches of a team member go through the coordinator, those of a client to the worker.
  const loads = [
    await createAwardLoad(service, { partner: team, repeats: true }),
    await createAwardLoad(another, { partner: { ...client, token }, repeats: true }),
  ]
  const spending = [await startSpending(service, team), await startSpending(service, client)]
  for (const load of loads) load.start()
  for (let moves = 0; moves < MOVES; moves += 1) {
    for (const load of loads) await load.untilDone(20)
    await moveShard(
      service,
      (moves % 2 ? client : team).partnerId,
      moves % 4 < 2 ? 'block_writes' : 'force_logical',
    )
  }
  for (const load of loads) await load.untilDone(20)
  for (const load of loads) await load.stop()
  const spent = (await Promise.all(spending.map((stop) => stop()))).flat()
  await waitUntil(async () => {
    const behind = await service.query(
      'select from ledgers left join overviews using (partner_id) where counted_events is distinct from last_seq',
    )
    return behind.length === 0
  }, 'all events are counted')
  for (const { failures, assertEachOnce } of loads) {
    for (const failure of failures) assert.match(failure, /^503 retry after [1-9]/)
    await assertEachOnce(service.query)
  }
  const kept = await service.query<{ id: string }>(`select id from coin_transactions where kind = 'transfer'`)
  const ids = new Set(kept.map(({ id }) => id))
  assert.deepEqual(
    spent.filter((id) => !ids.has(id)),
    [],
  )
})

/** Makes transfers, which have numbers of the same sequence as awards, until it is stopped. Resolves to their ids. */
async function startSpending(service: OwnService, partner: TestPartner): Promise<() => Promise<string[]>> {
  const [user] = (await partner.addUsers(1)) as [string]
  const opening = { userId: user, coins: '1000000', reason: 'Opening' }
  await dataOf(service.post('/api/v1/laas/coins/adjust', opening, partner.token))
  let isOver = false
  const spending = (async () => {
    const ids: string[] = []
    while (!isOver) {
      const { status, body } = await partner.transfer(user, 1)
      if (status === 201) ids.push(body.data.id)
      else assert.equal(status, 503, JSON.stringify(body))
    }
    assert.ok(ids.length > 0)
    return ids
  })()
  return () => {
    isOver = true
    return spending
  }
}
