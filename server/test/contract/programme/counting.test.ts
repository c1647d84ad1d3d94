import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { countEvents } from '../../../src/programme/overview/count-events.ts'
import { countsReader } from '../../../src/programme/overview/read-counts.ts'
import { openDatabase } from '../../../src/storage/database/database.ts'
import { dataOf } from '../../support/api.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { isOnCitus, notOnCitus } from '../../support/citus.ts'
import { lockCounts } from '../../support/database.ts'
import { partnerByDay } from '../../support/overview.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { randomFrom } from '../../support/random.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SEED = Number(process.env.OVERVIEW_SEED ?? Date.now() % 2 ** 31)
const PERIODS = [7, 30, 90]

const { service } = await useClockService()

const brokenDays = () => service.query('select * from broken_days')
const countedOf = async (partnerId: string) => {
  const rows = await service.query<{ counted: string; paid: string }>(
    `select counted_events as counted, (select coalesce(sum(paid), 0)::text from award_days where partner_id = $1 and rule_id = '00000000-0000-0000-0000-000000000000') as paid
    from overviews
    where partner_id = $1`,
    [partnerId],
  )
  return rows.map(({ counted, paid }) => [Number(counted), Number(paid)])
}

test(`users who were paid within a period are counted once, whatever they did (OVERVIEW_SEED=${SEED})`, async () => {
  const random = randomFrom(SEED)
  const partner = await partnerByDay(service, '2026-01-01')
  const users = await partner.addUsers(9)
  const rule = await partner.addRule({ coinValue: '1' })
  const paid: { userId: string; awardId: string; at: number }[] = []
  let today = Date.UTC(2026, 0, 1)

  for (let step = 1; step <= 60; step += 1) {
    today += DAY_MS * ([0, 0, 1, 1, 3, 9, 40][random(7)] as number)
    await partner.goTo(new Date(today).toISOString().slice(0, 10))
    for (let count = random(4); count > 0; count -= 1) {
      const userId = users[random(users.length)] as string
      const award = await partner.award(userId, rule.name)
      paid.push({ userId, awardId: award.body.data.id, at: today })
      if (random(3) === 0) await partner.reverse(award.body.data.id)
      if (random(3) === 0) await partner.transfer(userId, 1)
    }
    if (step % 4 > 0) continue
    for (const days of PERIODS) {
      const { totals, participantsEver, ...overview } = await partner.overview(`?days=${days}`)
      const within = paid.filter(({ at }) => at > today - days * DAY_MS)
      assert.equal(totals.paid, within.length)
      assert.equal(totals.participants, new Set(within.map(({ userId }) => userId)).size)
      assert.equal(participantsEver, new Set(paid.map(({ userId }) => userId)).size)
      for (const { date, participants } of overview.days) {
        const then = paid.filter(({ at }) => at === Date.parse(date))
        assert.equal(participants, new Set(then.map(({ userId }) => userId)).size, date)
      }
    }
  }
  assert.deepEqual(await brokenDays(), [])
})

test('however many processes count several partners at once, in however small runs, each event is counted once', async () => {
  const partners = await Promise.all([1, 2, 3].map(() => onboardTestPartner(service)))
  const given = await Promise.all(
    partners.map(async (partner) => ({
      partner,
      users: await partner.addUsers(5),
      rule: await partner.addRule(),
    })),
  )
  const partnerIds = partners.map(({ partnerId }) => partnerId)
  const processes = [1, 2, 3].map(() => openDatabase({ connectionString: service.connectionString }))
  let isAwarding = true
  const counters = processes.flatMap((database, index) =>
    [1, 2].map(async (times) => {
      const some = partnerIds.slice(0, times + 1).reverse()
      const groups = isOnCitus ? some.map((partnerId) => [partnerId]) : [some]
      for (let isLagging = true; isLagging || isAwarding; ) {
        isLagging = false
        for (const asked of groups) {
          const options = { eventsMax: 7n, skipLocked: index > 0 }
          const { lagging, skipped } = await countEvents(database, asked, options)
          isLagging ||= lagging.size + skipped.length > 0
        }
      }
    }),
  )
  for (let round = 1; round <= 20; round += 1)
    await Promise.all(
      given.flatMap(({ partner, users, rule }) => users.map((userId) => partner.award(userId, rule.name))),
    )
  isAwarding = false
  await Promise.all(counters)
  for (const database of processes) await database.close()

  for (const partnerId of partnerIds) assert.deepEqual(await countedOf(partnerId), [[5 + 1 + 100, 100]])
  assert.deepEqual(await brokenDays(), [])
})

test('a count may end between a credit and the settlement that follows it', async () => {
  const partner = await onboardTestPartner(service)
  const [userId, rule] = [await partner.addUser(), await partner.addRule()]
  const reverseAs = (awardId: string, body: object) =>
    dataOf(service.post(`/api/v1/laas/rules/award/${awardId}/reverse`, body, partner.token))
  for (const coinsLeft of [0, 6]) {
    const { id } = await dataOf(partner.award(userId, rule.name))
    await dataOf(partner.transfer(userId, 10 - coinsLeft))
    await reverseAs(id, { shortfall: 'owe' })
    // Settles what is owed: all of the coins, then four of them.
    await dataOf(partner.award(userId, rule.name))
    if (coinsLeft === 0) assert.equal(await partner.coinsOf(userId), '0')
  }
  const database = openDatabase({ connectionString: service.connectionString })
  const counted: number[] = []
  for (let isLagging = true; isLagging; ) {
    const { lagging } = await countEvents(database, [partner.partnerId], { eventsMax: 1n })
    isLagging = lagging.size > 0
    const [[events = 0] = []] = await countedOf(partner.partnerId)
    counted.push(events)
    assert.deepEqual(await brokenInvariants(service, partner.partnerId), [], `after event ${events}`)
  }
  await database.close()
  const [settlement] = await service.query<{ seq: string }>(
    `select seq from coin_transactions where partner_id = $1 and kind = 'settlement' order by seq`,
    [partner.partnerId],
  )
  assert.ok(counted.includes(Number(settlement?.seq) - 1), 'a count ended before the settlement')
})

test('an interrupted count has counted nothing, and the next one counts everything', {
  skip: notOnCitus('the service counts in the tables of shards, past the lock of this test'),
}, async () => {
  const partner = await onboardTestPartner(service)
  const [userId, rule] = [await partner.addUser(), await partner.addRule()]
  await countAll(partner.partnerId)
  const holder = new pg.Client({ connectionString: service.connectionString })
  await holder.connect()
  await holder.query('begin; lock table day_movements in share mode')
  await partner.award(userId, rule.name)
  const database = openDatabase({ connectionString: service.connectionString })
  let isEnded = false
  const counting = assert.rejects(countEvents(database, [partner.partnerId])).finally(() => (isEnded = true))
  await waitUntil(async () => {
    await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'day_movements'`,
    )
    return isEnded
  }, 'its connection is ended')
  await counting
  assert.deepEqual(await countedOf(partner.partnerId), [[2, 0]])
  await holder.query('commit')
  await holder.end()

  await Promise.all([1, 2].map(() => countEvents(database, [partner.partnerId])))
  await database.close()
  assert.deepEqual(await countedOf(partner.partnerId), [[3, 1]])
  assert.deepEqual(await brokenDays(), [])
})

test('a read shows what is counted when the counts of another partner take too long', {
  skip: notOnCitus('the service counts in the tables of shards, past the lock of this test'),
}, async () => {
  const [busy, other] = await Promise.all([onboardTestPartner(service), onboardTestPartner(service)])
  await countAll(busy.partnerId)
  for (const partner of [busy, other]) await partner.addUser()
  const database = openDatabase({ connectionString: service.connectionString })
  const readCounts = countsReader(database, { waitMsMax: 1 })
  const countedBy = (partnerId: string) =>
    readCounts(partnerId, async (_, { counted, last }) => counted === last)
  const counts = await lockCounts(service, busy)
  const stuck = [1, 2].map(() => countedBy(busy.partnerId))
  await waitUntil(async () => {
    const waiting = await service.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'lockOverviews'`,
    )
    return waiting.length === 2
  }, 'both count')
  assert.equal(await countedBy(other.partnerId), false)
  await counts.letGo()
  assert.deepEqual(await Promise.all(stuck), [true, true])
  assert.equal(await countedBy(other.partnerId), true)
  await database.close()
})

test('events are counted in the background without a read', async () => {
  const partner = await onboardTestPartner(service)
  const [userId, rule] = [await partner.addUser(), await partner.addRule()]
  for (const paid of [1, 2, 3]) {
    await partner.award(userId, rule.name)
    await waitUntil(async () => (await countedOf(partner.partnerId))[0]?.[1] === paid, 'it is counted')
  }
  assert.deepEqual(await countedOf(partner.partnerId), [[5, 3]])
})

test('what a process left uncounted is counted when the next one starts', async () => {
  const partner = await onboardTestPartner(service)
  // No process is notified of this one.
  await service.query(
    `with ledger as (update ledgers set last_seq = last_seq + 1 where partner_id = $1 returning *)
    insert into lifecycle_events (partner_id, seq, type, data, created_at)
    select partner_id, last_seq, 'rule.created', '{}', now() from ledger`,
    [partner.partnerId],
  )
  await service.startAnother()
  await waitUntil(async () => (await countedOf(partner.partnerId))[0]?.[0] === 1, 'it is counted')
})

const DAY_MS = 86_400_000

async function countAll(partnerId: string): Promise<void> {
  const database = openDatabase({ connectionString: service.connectionString })
  while ((await countEvents(database, [partnerId])).lagging.size > 0);
  await database.close()
}
