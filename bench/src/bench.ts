import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  awardRequest,
  boardRequest,
  bulkRequest,
  drive,
  driveEvenly,
  driveInTurns,
  emptyRequest,
  guardedRequest,
  type Load,
  medianBy,
  mixedRequest,
  pick,
  timeOne,
  transferRequest,
} from './load.ts'
import { rawLimit } from './raw-limit.ts'
import { heading, line, measured, ratio, report, round } from './report.ts'
import { reseat, type Scores, type SeededPartner, seedPartner } from './seed.ts'
import { type BenchService, startService } from './service.ts'
import { driveWithWebhooks } from './webhooks.ts'

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url))
const BULK_SIZE = 1000
/** A machine that is taken away for a moment spoils one stretch, not the measurement. */
const HALF_LOAD_STRETCHES = 5

const WHY: Record<string, string> = {
  awards:
    'the fact, its decision with reason and counters, its movement of coins, its event and its idempotency key, in one row',
  wallets: 'the balance, and the score of the points board',
  monthly_scores: 'the score of the coin board of the month',
  standings: 'how far the user is with the rule, which the limits are decided by',
  board_segments: 'how many members stand where on the boards; once for each segment and batch',
  rules: 'the number of participants; once for each rule and batch',
  ledgers: 'the last event number; once for each batch',
  participations:
    'the day a user was last paid on, by which the overview counts participants; beside the award, not in its transaction',
  requests: 'the request log, which keeps a few of each second; beside the award too',
}

const quick = process.argv.includes('--quick')
const onlyAt = process.argv.indexOf('--only')
const only = onlyAt > 0 ? process.argv[onlyAt + 1] : undefined
const seconds = quick ? 2 : 10
const sizes = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
const awardsBefore = quick ? 200_000 : 5_000_000

if (process.argv.includes('--help')) {
  console.log(
    `npm run bench                   every measurement; about 25 minutes
npm run bench -- --quick         the same on less data, under two minutes
npm run bench -- --only boards   one part alone, printed and not written down: throughput, webhooks, boards, aging or rows`,
  )
  process.exit(0)
}

const began = Date.now()
const say = (what: string) =>
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${what}`)
const service = await startService()
try {
  await measure(service)
} finally {
  await service.stop()
}
console.log(`\n${measured()}`)
if (only === undefined) {
  await writeFile(RESULTS, report(quick))
  console.log(`\nWritten to ${RESULTS}`)
}

async function measure(service: BenchService): Promise<void> {
  const run = async (what: string, next: Parameters<typeof drive>[1], options = {}): Promise<Load> => {
    say(what)
    return drive(service.url, next, { seconds, ...options })
  }
  const parts: Record<string, () => Promise<void>> = {
    throughput: () => measureThroughput(service, run),
    webhooks: () => measureWebhooks(service),
    // Before the parts that leave the database much to clean up, whose log would be counted too.
    rows: () => measureRows(service),
    boards: () => measureBoards(service),
    aging: () => measureAging(service, run),
  }
  for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part()
}

type Run = (what: string, next: Parameters<typeof drive>[1], options?: object) => Promise<Load>

async function measureThroughput(service: BenchService, run: Run): Promise<void> {
  const partner = await seedPartner(service, { members: 10_000, scores: 'distinct' })

  await run('warming up', awardRequest(partner), { seconds: Math.max(5, seconds) })
  say('the empty route, the same behind the token check, and single awards, in turns')
  const {
    empty: base,
    guarded,
    single,
  } = await driveInTurns(
    service.url,
    { empty: emptyRequest(partner), guarded: guardedRequest(partner), single: awardRequest(partner) },
    { seconds: 2 * seconds, rounds: 4 },
  )
  heading('Throughput', ['', 'per second', 'of the empty route', 'p50 ms', 'p99 ms'])
  const row = (name: string, load: Load, scale = 1) =>
    line([
      name,
      round(load.perSecond * scale),
      ratio(load.perSecond * scale, base.perSecond),
      load.p50.toFixed(1),
      load.p99.toFixed(1),
    ])
  row('empty route: the same request, no token check, no database', base)
  row('empty route behind the token check', guarded)
  row('single award, one hot rule, 128 connections', single)

  say('1,000 rules and 100 partners')
  const partners: SeededPartner[] = []
  const rules = Array.from({ length: 10 }, (_, index) => `rule ${index}`)
  for (let made = 0; made < (quick ? 10 : 100); made += 1)
    partners.push(await seedPartner(service, { members: 100, rules }))
  row(
    'single awards over 1,000 rules of 100 partners',
    await run('spread awards', () => awardRequest(pick(partners), rules)()),
  )
  row('transfer', await run('transfers', transferRequest(partner)))
  row('70 % award, 20 % board, 10 % transfer', await run('mixed', mixedRequest(partner)))
  say('single award at half of its load, evenly')
  const stretches: Load[] = []
  for (let stretch = 1; stretch <= HALF_LOAD_STRETCHES; stretch += 1) {
    stretches.push(
      await driveEvenly(service.url, awardRequest(partner), {
        perSecond: Math.round(single.perSecond / 2),
        seconds: seconds / 2,
      }),
    )
  }
  const half = medianBy(stretches, (load) => load.p99 / load.p50)
  line([
    `single award at half of its load, evenly: the median of ${HALF_LOAD_STRETCHES} stretches`,
    round(half.perSecond),
    '',
    half.p50.toFixed(1),
    half.p99.toFixed(1),
  ])
  const bulk = await run('bulk award', bulkRequest(partner, BULK_SIZE), { connections: 4 })
  row(`awards in bulk calls of ${BULK_SIZE}, 4 connections`, bulk, BULK_SIZE)
  say('the raw limit')
  const raw = await rawLimit(service, partner, quick ? 40 : 200)
  await reseat(service, partner.partnerId)
  line(['raw limit: the same rows, PostgreSQL alone', round(raw), ratio(raw, base.perSecond), '', ''])
  await service.restart({ CALLS_PER_TURN: '1' })
  row('single award, one in each turn', await run('single award, one in each turn', awardRequest(partner)))
  await service.restart()
  const plain = await driveThePlainWay(service, partner)
  row('the plain way: a transaction for each award, one statement after the other', plain)

  heading('Ratios', ['', 'measured', 'wanted'])
  line(['single award / empty route', ratio(single.perSecond, base.perSecond), '≥ 0.6'])
  line([
    'empty route behind the token check / empty route',
    ratio(guarded.perSecond, base.perSecond),
    '≥ 0.85',
  ])
  line(['single award / the plain way', ratio(single.perSecond, plain.perSecond), '≥ 15'])
  line(['bulk / raw limit', ratio(bulk.perSecond * BULK_SIZE, raw), '≥ 0.5'])
  line(['bulk / single award', ratio(bulk.perSecond * BULK_SIZE, single.perSecond), '≥ 1.5'])
  line(['p99 / p50 of a single award at half load', ratio(half.p99, half.p50), '≤ 5'])
}

async function driveThePlainWay(service: BenchService, partner: SeededPartner): Promise<Load> {
  say('the plain way')
  const plainWay = await service.startPlainWay(partner.partnerId)
  try {
    return await drive(plainWay.url, awardRequest(partner), { seconds })
  } finally {
    plainWay.stop()
    await reseat(service, partner.partnerId)
  }
}

async function measureWebhooks(service: BenchService): Promise<void> {
  say('awards with five webhooks that take everything')
  const {
    without,
    with: told,
    behind,
    caughtUpAfter,
  } = await driveWithWebhooks(service, {
    seconds: 3 * seconds,
    rounds: 3,
  })
  heading('Webhooks: five endpoints that take every event', ['', 'measured', 'wanted'])
  line(['single awards per second without endpoints', round(without), ''])
  line(['single awards per second with them', round(told), ''])
  line(['with / without', ratio(told, without), '≥ 0.9'])
  line(['events that the slowest endpoint was behind when the awards ended', round(behind), ''])
  line(['seconds until it had them', caughtUpAfter.toFixed(1), ''])
}

async function measureBoards(service: BenchService): Promise<void> {
  const rows: { name: string; times: number[] }[] = []
  const perAward = new Map<Scores, number[]>()
  for (const scores of ['zero', 'ten', 'distinct'] satisfies Scores[]) {
    const partners: SeededPartner[] = []
    for (const members of sizes) {
      say(`a board of ${members} members, scores: ${scores}`)
      partners.push(await seedPartner(service, { members, scores }))
    }
    for (const page of ['first', 'middle', 'last'] as const) {
      say(`the ${page} page`)
      const times: number[] = []
      for (const partner of partners)
        times.push(
          await timeOne(
            service.url,
            boardRequest(partner, pageNo(page, partner.users.length)),
            quick ? 50 : 300,
          ),
        )
      rows.push({ name: `${page} page with position, scores ${scores}`, times })
    }
    if (scores === 'ten') continue
    say('awards into each of them, in turns')
    const loads = await driveInTurns(
      service.url,
      Object.fromEntries(
        partners.map((partner) => [`${partner.users.length} members`, awardRequest(partner)]),
      ),
      { seconds, rounds: 4 },
    )
    perAward.set(
      scores,
      Object.values(loads).map((load) => load.perSecond),
    )
  }
  const [small, large] = [sizes[0], sizes.at(-1)]
  heading('Boards: milliseconds for one request', [
    '',
    ...sizes.map((size) => `${size} members`),
    `${large} / ${small}`,
    'wanted',
  ])
  for (const { name, times } of rows)
    line([
      name,
      ...times.map((time) => time.toFixed(2)),
      ratio(times.at(-1) as number, times[0] as number),
      '≤ 2',
    ])
  heading('Awards into a board, per second', [
    '',
    ...sizes.map((size) => `${size} members`),
    `cost ${large} / ${small}`,
    'wanted',
  ])
  for (const [scores, each] of perAward)
    line([
      `single award, scores ${scores}`,
      ...each.map(round),
      ratio(each[0] as number, each.at(-1) as number),
      '≤ 1.3',
    ])
}

function pageNo(page: 'first' | 'middle' | 'last', members: number): number {
  return { first: 1, middle: Math.ceil(members / 20), last: Math.ceil(members / 10) }[page]
}

async function measureAging(service: BenchService, run: Run): Promise<void> {
  const fresh = await seedPartner(service, { members: 100_000 })
  const before = await run('awards on an empty ledger', awardRequest(fresh))
  say(`writing ${awardsBefore} awards`)
  await rawLimit(service, fresh, awardsBefore / 500)
  await reseat(service, fresh.partnerId)
  await service.db.query('vacuum analyze')
  const after = await run(`awards after ${awardsBefore} awards`, awardRequest(fresh))
  heading('After many awards', ['', 'per second'])
  line(['before', round(before.perSecond)])
  line([`after ${awardsBefore} awards`, round(after.perSecond)])
  line(['after / before (wanted ≥ 0.85)', ratio(after.perSecond, before.perSecond)])
}

/** What one award writes: counted by running awards alone and looking at the tables and the log. */
async function measureRows(service: BenchService): Promise<void> {
  const partner = await seedPartner(service, { members: 10_000 })
  const count = async () =>
    (
      await service.db.query(
        `select relname, n_tup_ins::int + n_tup_upd::int as rows from pg_stat_user_tables`,
      )
    ).rows
  const position = async () =>
    Number((await service.db.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)).rows[0].bytes)
  const events = async () =>
    Number((await service.db.query('select sum(last_event_no) as events from ledgers')).rows[0].events)
  await service.restart()
  await service.db.query('checkpoint')
  const [rowsBefore, bytesBefore] = [await count(), await position()]
  const eventsBefore = await events()
  await drive(service.url, awardRequest(partner), { seconds: 3 })
  const [awards, bytesAfter] = [(await events()) - eventsBefore, await position()]
  // Connections hand in what they wrote when they end.
  heading('Memory', ['', 'MB'])
  line(['server process at the end (resident)', round(service.memoryMb())])
  await service.restart()
  const rowsAfter = await count()
  heading('Rows written per award', ['table', 'rows', 'why'])
  for (const { relname, rows } of rowsAfter) {
    const written = (rows - rowsBefore.find((row) => row.relname === relname).rows) / awards
    if (written >= 0.005) line([relname, written.toFixed(2), WHY[relname] ?? ''])
  }
  line([
    'bytes of write-ahead log',
    round((bytesAfter - bytesBefore) / awards),
    'everything above with its indexes, after a checkpoint',
  ])
}
