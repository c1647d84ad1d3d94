import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Cpu, cpuOf } from '../../../bench/src/cpu.ts'
import { driveEvenly, type Load } from '../../../bench/src/load.ts'
import { awardRequest, pick } from '../../../bench/src/requests.ts'
import { letCoinsExpire, type SeededPartner, seedPartner } from '../../../bench/src/seed.ts'
import { dataOf } from '../support/api.ts'
import { openTimedShop } from '../support/coins-in-time.ts'
import { type LockedRows, lockWallet } from '../support/database.ts'
import { embeddedUrl, type Laurel, makeTestFolder, postmaster, startLaurel } from '../support/process.ts'
import { scrape } from '../support/scrape.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `npm run test:expiry` sets a million, and then also measures awards before and beside the job and prints the figures. */
const LOTS = Number(process.env.EXPIRING_LOTS ?? 0)
const isMeasured = LOTS > 0
const MEMBERS = isMeasured ? LOTS : 2_000
/** Of each partner. */
const AWARDS_PER_SECOND = Number(process.env.EXPIRY_AWARDS_PER_SECOND ?? (isMeasured ? 100 : 10))
const WARM_UP_SECONDS = 10
const CONTROL_SECONDS = 60
/** The moment must be ahead when all is written; if it is not, another partner gets twice the time. */
const LEAD_MS = isMeasured ? 1_000 * (WARM_UP_SECONDS + CONTROL_SECONDS + 20) + 0.75 * LOTS : 3_000
const SPENDERS = 20
/** How many ids are kept. Collecting garbage among a million stopped the load for 80 ms each ten seconds. */
const AWARDED = 100_000
const PAGE = 1_000

/** Nobody awards the spenders. */
type Shop = SeededPartner & { spenders: string[] }

test('while the job stands still, coins are neither spent nor seen from the moment of their expiry on', async () => {
  const service = await startTestService()
  const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
  // The job finds partners by this time.
  const standStill = () =>
    service.query('update ledgers set next_due_at = null where partner_id = $1', [shop.partnerId])
  const coins = () => shop.coinsOf(shop.userId)
  await shop.award(10)
  await standStill()
  await shop.moveTo('2026-05-02T23:59:59.999Z')
  assert.equal((await shop.transfer(4)).status, 201)
  await standStill()
  await shop.moveTo('2026-05-03T00:00:00Z')
  assert.equal((await shop.memberOf(shop.userId)).wallet.coins, '0')
  assert.equal((await shop.stored()).balance, 6, 'nothing is written')
  const refused = await shop.transfer(1)
  assert.equal(refused.body.data.appErrorCode, 'insufficient_coins')
  assert.equal(await coins(), '0')
  assert.deepEqual(
    (await shop.events()).map(({ type }) => type),
    ['award.paid', 'coins.expiring', 'coins.transferred', 'coins.expired', 'transfer.refused'],
  )
})

const folder = await makeTestFolder()
const dataDir = join(folder, 'data')
const laurel = await startLaurel({
  DATA_DIR: dataDir,
  METRICS_PORT: '0',
  PARTNER_REQUESTS_PER_SECOND: '1000000',
  ...(process.env.WORKERS && { WORKERS: process.env.WORKERS }),
})
const connectionString = embeddedUrl(dataDir)
const db = new pg.Client({ connectionString })
await db.connect()
const service = { url: laurel.url, db }
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await db.query(text, values)).rows

test('lots of one moment expire beside awards, of the same partner and of another', async (t) => {
  t.after(() => db.end())
  const print = (line: string) => isMeasured && t.diagnostic(line)
  const other = await seedPartner(service, { members: 1_000, scores: 'distinct' })
  const { partner, moment, held } = await seedAhead()
  print(`${MEMBERS} lots expire at ${moment.toISOString()}`)
  const before = await eventsOf(partner)

  const loads = { 'the same partner': partner, 'another partner': other }
  // Scrapes also while the awards are alone, since that takes time of both.
  const watched = watchJob(laurel, moment)
  const control = isMeasured ? await measureControl(loads, moment) : undefined
  await waitUntil(() => Date.now() >= moment.getTime(), 'the coins expire')
  const ended = new AbortController()
  const beside = awards(loads, { signal: ended.signal })
  const spends = isMeasured ? await spendExpired(partner) : 0
  await waitUntil(watched.isDue, 'the metrics tell that something is due')
  await held?.letGo()
  await watched.over()
  const job = await watched.stop()
  ended.abort()
  const besideLoads = await beside
  // The machine may have become slower meanwhile.
  const after = control && (await awards(loads, { seconds: CONTROL_SECONDS }))

  assert.ok(job.done > 0)
  await assertExpired(partner, moment)
  if (!isMeasured) await assertTold(partner, before)
  assert.deepEqual(await query('select * from broken_invariants limit 20'), [])
  if (!control || !after) return

  for (const name of Object.keys(loads) as (keyof typeof loads)[]) {
    const figures = (of: (load: Load) => number) =>
      [control, besideLoads, after].map(({ loads }) => of(loads[name]).toFixed(1)).join(' → ')
    print(
      `awards of ${name}, ${AWARDS_PER_SECOND} a second, before → beside → after, ms: p50 ${figures(({ p50 }) => p50)}, p99 ${figures(({ p99 }) => p99)}, ${besideLoads.loads[name].calls} beside, none failed`,
    )
  }
  print(`${spends} spends of coins that the job had not come to were refused; their wallets read as expired`)
  print(
    `the job began ${job.beganAfter.toFixed(1)} s after the moment and took ${job.took.toFixed(1)} s: ${(MEMBERS / job.took).toFixed(0)} lots a second`,
  )
  print(
    `processor time of a lot, without that of the awards: service ${perLot(control, besideLoads, 'server')} µs, database ${perLot(control, besideLoads, 'database')} µs`,
  )
})

/**
 * A partner whose members each have a lot that expires at one moment, which is still ahead. Without measuring, one wallet is
 * locked, so that the job cannot end before the metrics were read.
 */
async function seedAhead(): Promise<{ partner: Shop; moment: Date; held: LockedRows | undefined }> {
  for (let lead = LEAD_MS; ; lead *= 2) {
    const moment = new Date(Date.now() + lead)
    const seeded = await seedPartner(service, { members: MEMBERS, scores: 'distinct', expiresAt: moment })
    const [members, spenders] = [seeded.users.slice(0, -SPENDERS), seeded.users.slice(-SPENDERS)]
    const users = Array.from({ length: Math.min(MEMBERS, AWARDED) }, () => pick(members))
    const partner = { ...seeded, users, spenders }
    await letCoinsExpire(service, partner)
    const held = isMeasured ? undefined : await lockWallet({ connectionString }, pick(partner.users))
    if (isMeasured) {
      // The first event of the service has it count those before.
      await dataOf(laurel.post('/api/v1/laas/rules/award', awardRequest(partner)().body, partner.token))
      await waitUntil(() => isCounted(partner), 'the overview counts what was written')
    }
    const needed = isMeasured ? 1_000 * (WARM_UP_SECONDS + CONTROL_SECONDS) : 0
    if (Date.now() + needed < moment.getTime()) return { partner, moment, held }
    await held?.letGo()
  }
}

async function isCounted({ partnerId }: SeededPartner): Promise<boolean> {
  const rows = await query(
    `select 1
    from ledgers l
    join overviews o on o.partner_id = l.partner_id and o.status = 'current' and o.counted_events = l.last_seq
    where l.partner_id = $1`,
    [partnerId],
  )
  return rows.length > 0
}

type Loads<Name extends string> = { loads: Record<Name, Load>; seconds: number; cpu: Cpu | undefined }

/** Awards members of each partner at an even pace. One that fails ends the test. */
async function awards<Name extends string>(
  partners: Record<Name, SeededPartner>,
  until: { seconds: number } | { signal: AbortSignal },
): Promise<Loads<Name>> {
  const [began, cpuBefore] = [performance.now(), cpu()]
  const loads = await Promise.all(
    Object.entries<SeededPartner>(partners).map(async ([name, partner]) => [
      name,
      await driveEvenly(laurel.url, awardRequest(partner), { perSecond: AWARDS_PER_SECOND, ...until }),
    ]),
  )
  const cpuAfter = cpu()
  return {
    loads: Object.fromEntries(loads),
    seconds: (performance.now() - began) / 1_000,
    cpu: cpuBefore &&
      cpuAfter && {
        server: (cpuAfter.server ?? 0) - (cpuBefore.server ?? 0),
        database: cpuAfter.database - cpuBefore.database,
      },
  }
}

const cpu = () => cpuOf(laurel.pid, postmaster(dataDir).pid)

/** Measures the awards alone. */
async function measureControl<Name extends string>(
  partners: Record<Name, SeededPartner>,
  moment: Date,
): Promise<Loads<Name>> {
  await db.query('checkpoint')
  await awards(partners, { seconds: WARM_UP_SECONDS })
  const control = await awards(partners, { seconds: CONTROL_SECONDS })
  assert.ok(Date.now() < moment.getTime(), 'the control ended before the moment')
  return control
}

/** Watches the metrics of the job. */
function watchJob(laurel: Laurel, moment: Date) {
  let [done, age] = [0, 0]
  let wasDue = false
  let beganAt: number | undefined
  let endedAt = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const { sum } = await scrape(laurel)
      const latest = sum('laurel_due_wallets_total')
      age = sum('laurel_due_wallets_age_seconds')
      if (latest > done) endedAt = Date.now()
      if (latest > 0) beganAt ??= Date.now()
      done = latest
      wasDue ||= age > 0
      await pause(isMeasured ? 500 : 10)
    }
  })()
  return {
    isDue: () => wasDue,
    /** A million lots take longer than anything else that tests wait for, so this waits as long as the job goes on. */
    async over() {
      const isOver = () => wasDue && age === 0
      while (!isOver()) {
        const before = done
        await waitUntil(() => isOver() || done > before, 'the metrics tell that the job goes on')
      }
    },
    async stop() {
      isStopped = true
      await watching
      const began = beganAt ?? moment.getTime()
      return { done, beganAfter: (began - moment.getTime()) / 1_000, took: (endedAt - began) / 1_000 }
    },
  }
}

/** Tries to spend coins that expired, of members whom the job has not come to. Returns how many tried. */
async function spendExpired({ partnerId, token, spenders }: Shop): Promise<number> {
  const unwritten = await query(
    `select w.user_id, w.balance - l.coins as left
    from wallets w
    join lots l on l.partner_id = w.partner_id and l.user_id = w.user_id and l.expires_at = w.next_due_at
    where w.partner_id = $1 and w.user_id = any($2) and w.next_due_at <= now()`,
    [partnerId, spenders],
  )
  for (const { user_id: userId, left } of unwritten) {
    const { wallet } = await dataOf(laurel.get(`/api/v1/laas/users/${userId}`, token))
    assert.equal(100 * Number(wallet.coins), Number(left))
    const spend = { userId, coins: Number(wallet.coins) + 1 }
    const refused = await laurel.post('/api/v1/laas/coins/transfer-from-user-wallet', spend, token)
    assert.equal(refused.body.data.appErrorCode, 'insufficient_coins')
  }
  return unwritten.length
}

/** All lots of the moment are empty, and each has a movement of its own. */
async function assertExpired({ partnerId }: SeededPartner, moment: Date): Promise<void> {
  const [lots] = await query(
    `select count(*)::int as count, count(*) filter (where coins = 0 and expired > 0)::int as expired
    from lots where partner_id = $1 and expires_at = $2`,
    [partnerId, moment],
  )
  assert.deepEqual(lots, { count: MEMBERS, expired: MEMBERS })
  const [movements] = await query(
    `select count(*)::int as count, count(distinct lots -> 0 ->> 'lotId')::int as lots, min(created_at) >= $2 as after
    from coin_transactions where partner_id = $1 and kind = 'expiry'`,
    [partnerId, moment],
  )
  assert.deepEqual(movements, { count: MEMBERS, lots: MEMBERS, after: true })
}

const eventsOf = async ({ partnerId }: SeededPartner): Promise<number> =>
  Number((await query('select last_seq from ledgers where partner_id = $1', [partnerId]))[0]?.last_seq)

/** The feed tells of each lot once, and of nothing else but the awards. */
async function assertTold({ token }: SeededPartner, since: number): Promise<void> {
  const expired = new Set<string>()
  for (let after = since; ; ) {
    const { events } = await dataOf(laurel.get(`/api/v1/laas/events?after=${after}&limit=${PAGE}`, token))
    if (events.length === 0) break
    for (const { type, seq, data } of events) {
      after = seq
      if (type === 'award.paid') continue
      assert.equal(type, 'coins.expired')
      assert.ok(!expired.has(data.userId), `${data.userId} is told twice`)
      expired.add(data.userId)
    }
  }
  assert.equal(expired.size, MEMBERS)
}

/** Microseconds of processor time, less what the awards took in the control. */
function perLot<Name extends string>(
  control: Loads<Name>,
  beside: Loads<Name>,
  of: 'server' | 'database',
): string {
  const [alone, both] = [control.cpu?.[of], beside.cpu?.[of]]
  if (alone === undefined || both === undefined) return 'unknown'
  return ((both - (alone / control.seconds) * beside.seconds) / MEMBERS).toFixed(0)
}
