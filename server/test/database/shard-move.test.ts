import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { closeLedger, lockLedger, recordLifecycleEvent } from '../../src/programme/ledger/ledger.ts'
import { connectNodes } from '../../src/storage/citus/connect-nodes.ts'
import { type Database, openDatabase } from '../../src/storage/database/database.ts'
import { CITUS_NODES, isOnCitus } from '../support/citus.ts'
import { asService, countWaitingConnections, withClient } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const skip = !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster'

type Placement = { shard: string; host: string; port: number }

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
    const placement = async () => {
      const [found] = await service.query<Placement>(
        `select shardid as shard, nodename as host, nodeport as port
        from citus_shards
        where table_name = 'ledgers'::regclass
          and shardid = get_shard_id_for_distribution_column('ledgers', $1::uuid)`,
        [partnerId],
      )
      assert(found)
      return found
    }
    const from = await placement()
    const to = CITUS_NODES.slice(1)
      .map((node) => new URL(node))
      .find(({ port }) => Number(port) !== from.port)
    assert(to)
    const operator = new pg.Client({ connectionString: service.connectionString })
    await operator.connect()

    const locked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = writeEvent(own, partnerId, locked.resolve, gate.promise)
    await locked.promise
    const second = writeEvent(own, partnerId, () => {}, Promise.resolve())
    const waiting = () => withClient(service.connectionString, countWaitingConnections)
    await waitUntil(async () => (await waiting()) > 0, 'the second waits for the lock')
    let hasMoved = false
    const moving = operator
      .query('select citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
        ...[from.shard, from.host, from.port, to.hostname, to.port, 'block_writes'],
      ])
      .then(() => {
        hasMoved = true
      })
    await waitUntil(async () => hasMoved || (await waiting()) > 1, 'the move waits too, or is done')
    gate.resolve()

    const numbers = [await first, await second]
    await moving
    assert.equal(numbers[1], (numbers[0] as bigint) + 1n)
    const [ledger] = await service.query<{ last: string }>(
      'select last_seq as last from ledgers where partner_id = $1',
      [partnerId],
    )
    assert.equal(BigInt(ledger?.last ?? 0), numbers[1])
    assert.equal((await placement()).port, Number(to.port))
    await operator.end()
    await database.close()
  })
