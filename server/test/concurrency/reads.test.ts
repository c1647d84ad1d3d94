import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { boardAccess } from '../../src/programme/leaderboards/board-access.ts'
import { openBoard, POINTS } from '../../src/programme/leaderboards/read-board.ts'
import { changeLedger, openLedger } from '../../src/programme/ledger/ledger.ts'
import { createPartnerReads } from '../../src/programme/read-batches/partner-reads.ts'
import type { Loader, ReadBatch } from '../../src/programme/read-batches/read-batch.ts'
import { etagOf, sendRead } from '../../src/programme/read-batches/send-read.ts'
import { notFound } from '../../src/runtime/failure.ts'
import { type Database, type Db, sql } from '../../src/storage/database/database.ts'
import { DatabaseBusy } from '../../src/storage/database/database-error.ts'
import { openTestDatabase } from '../support/database.ts'

const { open } = await openTestDatabase()
const database = open()

async function newPartner(): Promise<string> {
  const partnerId = randomUUID()
  await database.transaction((tx) => openLedger(tx, partnerId))
  return partnerId
}

/** Counts snapshots, and the statements and round trips of all reads. */
function countingReads() {
  const counts = { snapshots: 0, statements: 0, roundTrips: 0 }
  const counting = (db: Db): Db => {
    let isUnderWay = false
    const count = async <T>(result: Promise<T>): Promise<T> => {
      counts.statements += 1
      if (!isUnderWay) counts.roundTrips += 1
      isUnderWay = true
      return result.finally(() => {
        isUnderWay = false
      })
    }
    return {
      many: (statement) => count(db.many(statement)),
      first: (statement) => count(db.first(statement)),
      run: (statement) => count(db.run(statement)),
    }
  }
  const counted: Database = {
    ...database,
    snapshot(work) {
      counts.snapshots += 1
      return database.snapshot((db) => work(counting(db)))
    },
  }
  const reads = createPartnerReads({ forPartner: () => counted })
  return { reads, counts }
}

/** Doubles numbers in the database, and notes the keys of each call. */
function doubling(calls: number[][]): Loader<number, number> {
  return {
    idOf: String,
    async load(db, _, keys) {
      calls.push([...keys])
      const rows = await db.many<{ doubled: number }>(sql`
        select 2 * n as doubled
        from unnest(${keys}::integer[]) with ordinality as asked (n, position)
        order by position`)
      return rows.map(({ doubled }) => doubled)
    },
  }
}

test('reads that wait share a snapshot, and ask for each thing once', async () => {
  const partnerId = await newPartner()
  const { reads, counts } = countingReads()
  const calls: number[][] = []
  const loader = doubling(calls)
  const double = (n: number) => reads.read(partnerId, (batch) => batch.load(loader, n))
  const results = await Promise.all([1, 2, 2, 3].map(double))
  assert.deepEqual(results, [2, 4, 4, 6])
  assert.deepEqual(calls, [[1, 2, 3]])
  assert.deepEqual(counts, { snapshots: 1, statements: 2, roundTrips: 1 })
})

test('a read that fails in the database or by itself harms no other in its batch', async () => {
  const partnerId = await newPartner()
  const { reads } = countingReads()
  const loader = doubling([])
  const broken: Loader<string, number> = {
    idOf: (key) => key,
    load: async (db) => [await db.run(sql`select 1 / 0`)],
  }
  const results = await Promise.allSettled([
    reads.read(partnerId, (batch) => batch.load(loader, 1)),
    reads.read(partnerId, (batch) => batch.load(broken, 'any')),
    reads.read(partnerId, async () => {
      throw notFound('Rule')
    }),
    reads.read(partnerId, async (batch) => {
      const first = await batch.load(loader, 2)
      return batch.load(loader, first)
    }),
  ])
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [2, 'division by zero', 'Rule was not found.', 8],
  )
})

test('a value is remembered until something of the partner changes, in whatever process', async () => {
  const [partnerId, other] = [await newPartner(), await newPartner()]
  const { reads } = countingReads()
  let made = 0
  const read = (partner: string) =>
    reads.read(partner, (batch) =>
      batch.remember('value', async () => {
        made += 1
        return String(made)
      }),
    )
  assert.deepEqual(await Promise.all([read(partnerId), read(partnerId)]), ['1', '1'])
  assert.equal(await read(partnerId), '1')
  assert.equal(await read(other), '2')
  await database.transaction((tx) => changeLedger(tx, partnerId))
  assert.equal(await read(partnerId), '3')
  assert.equal(await read(other), '2')
})

test('a change that is rolled back changes nothing, and a value that failed is made again', async () => {
  const partnerId = await newPartner()
  const { reads } = countingReads()
  let made = 0
  const make = async () => {
    made += 1
    if (made === 1) throw notFound('Value')
    return made
  }
  const read = () => reads.read(partnerId, (batch) => batch.remember('value', make))
  await assert.rejects(read(), /Value was not found/)
  assert.equal(await read(), 2)
  const change = database.transaction(async (tx) => {
    await changeLedger(tx, partnerId)
    throw new Error('not this time')
  })
  await assert.rejects(change, /not this time/)
  assert.equal(await read(), 2)
})

test('what is not in memory is made with the first statements, and what proves outdated with the second', async () => {
  const partnerId = await newPartner()
  const { reads, counts } = countingReads()
  const calls: number[][] = []
  const loader = doubling(calls)
  const read = () => reads.read(partnerId, (batch) => batch.remember('four', () => batch.load(loader, 2)))
  assert.equal(await read(), 4)
  assert.deepEqual(counts, { snapshots: 1, statements: 2, roundTrips: 1 })
  assert.equal(await read(), 4)
  assert.deepEqual(counts, { snapshots: 2, statements: 3, roundTrips: 2 })
  await database.transaction((tx) => changeLedger(tx, partnerId))
  assert.equal(await read(), 4)
  assert.deepEqual(counts, { snapshots: 3, statements: 5, roundTrips: 4 })
  assert.deepEqual(calls, [[2], [2]])
})

test('a slow read does not hold up the reads that come after it', async () => {
  const partnerId = await newPartner()
  const { reads } = countingReads()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = reads.read(partnerId, async (batch: ReadBatch) => {
    await batch.ledger
    await released
    return 'slow'
  })
  const loader = doubling([])
  assert.equal(await reads.read(partnerId, (batch) => batch.load(loader, 1)), 2)
  assert.equal(await reads.read(partnerId, (batch) => batch.load(loader, 2)), 4)
  release()
  assert.equal(await slow, 'slow')
})

test('a board with a position takes two round trips, and one while nothing changes', async () => {
  const partnerId = await newPartner()
  const { reads, counts } = countingReads()
  const read = () =>
    reads.read(partnerId, async (batch) => {
      const board = await openBoard(batch, POINTS, randomUUID())
      const [entries] = await Promise.all([
        batch.remember('page', async () => JSON.stringify(await board.list({ offset: 0, limit: 10 }))),
        board.position(),
        board.count(),
      ])
      return entries
    })
  await read()
  const { roundTrips } = counts
  assert.ok(roundTrips <= 2)
  await read()
  assert.equal(counts.roundTrips, roundTrips + 1)
})

test('nothing is read for a caller who may not see the board, and a snapshot that is over takes no statement', async () => {
  const partnerId = await newPartner()
  let left: Db | undefined
  await database.snapshot(async (db) => {
    left = db
  })
  await assert.rejects(left?.run(sql`select 1`) as Promise<number>, /the snapshot is over/)
  const { reads, counts } = countingReads()
  const refused = reads.read(partnerId, (batch) =>
    Promise.all([
      openBoard(batch, POINTS, null),
      boardAccess(batch, { credential: null } as FastifyRequest, {} as FastifyReply, partnerId),
    ]),
  )
  await assert.rejects(refused, /These boards are not public/)
  assert.equal(counts.roundTrips, 1)
})

test('when there is no connection, all reads that wait are refused, and the next ones are not', async () => {
  const partnerId = await newPartner()
  const { promise: down, reject: fail } = Promise.withResolvers<never>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let isDown = true
  const failing: Database = {
    ...database,
    snapshot(work) {
      ask()
      return isDown ? down : database.snapshot(work)
    },
  }
  const reads = createPartnerReads({ forPartner: () => failing })
  const many = Array.from({ length: 1_002 }, (_, index) =>
    reads.read(partnerId, async () => index).catch((error: Error) => error),
  )
  assert.ok((await many.at(-1)) instanceof DatabaseBusy)
  await asked
  isDown = false
  fail(new Error('no connection'))
  const results = await Promise.all(many)
  assert.equal(
    results.filter((result) => result instanceof Error && result.message === 'no connection').length,
    1_000,
  )
  assert.equal(await reads.read(partnerId, async () => 'fine'), 'fine')
})

test('a read that spans the end of a month is not named by the next month', async () => {
  const partnerId = await newPartner()
  const times = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.001Z']
  let asked = 0
  const now = () => {
    asked += 1
    return new Date(times[Math.min(asked, times.length) - 1] as string)
  }
  const app = Fastify()
  app.decorateRequest('credential', null)
  const reads = createPartnerReads(database)
  app.get('/', (request, reply) =>
    sendRead({ reads, now }, request, reply, partnerId, async () => ({ now: now() })),
  )
  const { headers } = await app.inject('/')
  const changeNo = reads.lastSeenChange(partnerId) as bigint
  const january = etagOf(
    { url: '/', credential: null } as FastifyRequest,
    changeNo,
    new Date(times[0] as string),
  )
  assert.equal(headers.etag, `W/"${january}"`)
})
