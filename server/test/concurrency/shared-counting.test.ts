import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeLedger, lockLedger, recordLifecycleEvent } from '../../src/programme/ledger/ledger.ts'
import { countEvents } from '../../src/programme/overview/count-events.ts'
import { findLaggingPartners, listPartners } from '../../src/programme/overview/count-store.ts'
import { startOverviewCounter } from '../../src/programme/overview/overview-counter.ts'
import type { Database } from '../../src/storage/database/database.ts'
import { newId } from '../../src/storage/database/ids.ts'
import { lockCounts, openTestDatabase } from '../support/database.ts'
import { newLedger } from '../support/ledgers.ts'
import { waitUntil } from '../support/wait-until.ts'

const NEVER_MS = 600_000
const { connectionString, client, open, closeFirst } = await openTestDatabase()
/** Of another process: the counters below hear nothing of its commits. */
const database = open()

async function partnersWith(...joins: number[]): Promise<string[]> {
  const partnerIds: string[] = []
  for (const count of joins) {
    const partnerId = await newLedger(database)
    partnerIds.push(partnerId)
    await join(database, partnerId, count)
  }
  return partnerIds
}

const join = (db: Database, partnerId: string, count: number) =>
  db.transaction(async (tx) => {
    const ledger = await lockLedger(tx, partnerId)
    for (let index = 0; index < count; index += 1)
      recordLifecycleEvent(tx, ledger, { type: 'user.onboarded', data: { userId: newId(), userData: null } })
    closeLedger(tx, ledger)
  })

/** How many events of each partner are counted, by the overview and by its days. */
async function countedOf(partnerIds: string[]): Promise<number[]> {
  const { rows } = await client.query<{ counted: number }>(
    `select coalesce(counted_events, 0)::integer as counted
    from unnest($1::uuid[]) with ordinality as asked (partner_id, place)
    left join overviews using (partner_id)
    order by place`,
    [partnerIds],
  )
  return rows.map(({ counted }) => counted)
}

const brokenDays = async () => (await client.query('select * from broken_days')).rows

/** A process that counts in the background, and its transactions and warnings. */
function startCounter({
  sharesBatches = true,
  ...options
}: Partial<Parameters<typeof startOverviewCounter>[0]> & { sharesBatches?: boolean } = {}) {
  const own = open()
  const noted = { transactions: 0, warnings: [] as { partnerId?: string }[] }
  const noting: Database = {
    ...own,
    transaction: (work) => {
      noted.transactions += 1
      return own.transaction(work)
    },
    forPartner: () => noting,
    forPartners: () => noting,
    ...(sharesBatches ? {} : { machineOf: () => undefined }),
  }
  const counter = startOverviewCounter({
    database: noting,
    log: { warn: (fields: object) => void noted.warnings.push(fields) },
    intervalMs: 10,
    searchIntervalMs: NEVER_MS,
    retryMs: 10,
    ...options,
  })
  closeFirst(counter.stop)
  return { database: own, noted, stop: counter.stop }
}

test('the events of many partners are counted in one transaction', async () => {
  const partnerIds = await partnersWith(...Array(60).fill(3))
  const { noted, stop } = startCounter()
  await waitUntil(async () => (await countedOf(partnerIds)).every((count) => count === 3), 'all are counted')
  await stop()
  assert.equal(noted.transactions, 1)
  assert.deepEqual(await brokenDays(), [])
})

test('where a transaction must stay with one partner, each has its own', async () => {
  const partnerIds = await partnersWith(1, 2, 3)
  const { noted, stop } = startCounter({ sharesBatches: false })
  await waitUntil(async () => (await countedOf(partnerIds)).join() === '1,2,3', 'all are counted')
  await stop()
  assert.equal(noted.transactions, 3)
})

test('a partner alone is counted in longer runs while much waits', async () => {
  const EVENTS = 5_000
  const partnerIds = await partnersWith(EVENTS)
  const { noted, stop } = startCounter()
  await waitUntil(async () => (await countedOf(partnerIds)).join() === String(EVENTS), 'all are counted')
  await stop()
  const mean = EVENTS / noted.transactions
  assert.ok(mean > 250 && mean < 1_000, `${mean} events in a run`)
  assert.deepEqual(await brokenDays(), [])
})

test('a partner with a long backlog takes what the others leave', async () => {
  const partnerIds = await partnersWith(50, 2, 7, 0, 30)
  const [first, last] = [partnerIds[0], partnerIds.at(-1)]
  const counted = await countEvents(database, partnerIds, { eventsMax: 25n })
  assert.deepEqual(await countedOf(partnerIds), [0, 2, 7, 0, 16])
  assert.deepEqual(
    counted.lagging,
    new Map([
      [first, 50n],
      [last, 14n],
    ]),
  )
  assert.deepEqual(counted.skipped, [])

  const { stop } = startCounter()
  await waitUntil(async () => (await countedOf(partnerIds)).join() === '50,2,7,0,30', 'all are counted')
  await stop()
  assert.deepEqual(await brokenDays(), [])
})

test('a partner that is being counted does not hold up the others', async () => {
  const partnerIds = await partnersWith(1, 1, 1)
  await countEvents(database, partnerIds)
  for (const partnerId of partnerIds) await join(database, partnerId, 1)
  const counts = await lockCounts({ connectionString }, { partnerId: partnerIds[1] as string })
  const { lagging, skipped } = await countEvents(database, partnerIds, { skipLocked: true })
  assert.deepEqual([lagging, skipped], [new Map(), [partnerIds[1]]])
  assert.deepEqual(await countedOf(partnerIds), [2, 1, 2])

  const { stop } = startCounter()
  await join(database, partnerIds[0] as string, 1)
  await counts.letGo()
  await waitUntil(async () => (await countedOf(partnerIds)).join() === '3,2,2', 'all are counted')
  await stop()
})

test('a partner whose events cannot be counted does not stop the others, and is counted once they can', async () => {
  const partnerIds = await partnersWith(1, 1, 1, 1, 1)
  const broken = partnerIds[3] as string
  await countEvents(database, partnerIds)
  const setMembers = (members: string) =>
    client.query('update overviews set members = $2 where partner_id = $1', [broken, members])
  await setMembers('9223372036854775807')
  const counter = startCounter()
  for (const partnerId of partnerIds) await join(counter.database, partnerId, 1)
  await waitUntil(async () => (await countedOf(partnerIds)).join() === '2,2,2,1,2', 'the others are counted')
  await waitUntil(() => counter.noted.warnings.length > 1, 'it is tried again')
  assert.deepEqual(new Set(counter.noted.warnings.map(({ partnerId }) => partnerId)), new Set([broken]))

  await setMembers('1')
  await waitUntil(async () => (await countedOf(partnerIds)).join() === '2,2,2,2,2', 'it is counted')
  await counter.stop()
  assert.deepEqual(await brokenDays(), [])
})

test('a search reads all partners in pages, and finds what was not announced', async () => {
  const { stop } = startCounter({ searchIntervalMs: 1, partnersPerPage: 5 })
  const partnerIds = await partnersWith(...Array(12).fill(1))
  await waitUntil(async () => (await countedOf(partnerIds)).every((count) => count === 1), 'all are counted')
  await stop()

  const lagging = [partnerIds[2], partnerIds[7]] as string[]
  for (const partnerId of lagging) await join(database, partnerId, 1)
  const { rows } = await client.query('select id from partners order by id')
  const listed: string[] = []
  let pages = 0
  for (let page = await listPartners(database, { after: null, countMax: 5 }); page.length > 0; pages += 1) {
    listed.push(...page)
    page = await listPartners(database, { after: page.at(-1) as string, countMax: 5 })
  }
  assert.equal(pages, Math.ceil(rows.length / 5))
  assert.deepEqual(
    listed,
    rows.map(({ id }) => id),
  )
  const found = await findLaggingPartners(database, listed)
  assert.deepEqual(new Set(found.map(({ partnerId }) => partnerId)), new Set(lagging))
})
