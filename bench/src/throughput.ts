import {
  alternate,
  awardRequest,
  bulkRequest,
  drive,
  driveEvenly,
  emptyRequest,
  guardedRequest,
  type Load,
  type LoadOptions,
  medianBy,
  mixedRequest,
  pick,
  transferRequest,
} from './load.ts'
import { type Bench, measure } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { CPU_COLUMNS, cpuCells, heading, line, ratio, round } from './report.ts'
import { assignSegments, type SeededPartner, seedPartner } from './seed.ts'

const BULK_SIZE = 1000
const BULK_CONNECTIONS = 4
/** A short pause of the machine spoils one run, not the median. */
const HALF_LOAD_RUNS = 5

/** Measures the throughput of the service against the empty route, the baseline and the database alone. */
export async function measureThroughput(bench: Bench): Promise<void> {
  const { service, quick, seconds, say } = bench
  const partner = await seedPartner(service, { members: 10_000, scores: 'distinct' })

  await measure(bench, 'warming up', awardRequest(partner), { seconds: Math.max(5, seconds) })
  const { empty, guarded, single, bulk, baseline } = await driveCompared(bench, partner)
  heading('Throughput', ['', 'per second', 'of the empty route', 'p50 ms', 'p99 ms', ...CPU_COLUMNS])
  const row = (name: string, load: Load, scale = 1) =>
    line([
      name,
      round(load.perSecond * scale),
      ratio(load.perSecond * scale, empty.perSecond),
      load.p50.toFixed(1),
      load.p99.toFixed(1),
      ...cpuCells(load, scale),
    ])
  row('empty route: the same request, no token check, no database', empty)
  row('empty route behind the token check', guarded)
  row('single award, one hot rule, 128 connections', single)

  say('partners with ten rules each')
  const partners: SeededPartner[] = []
  const rules = Array.from({ length: 10 }, (_, index) => `rule ${index}`)
  for (let made = 0; made < (quick ? 10 : 100); made += 1)
    partners.push(await seedPartner(service, { members: 100, rules }))
  row(
    `single awards over ${partners.length * rules.length} rules of ${partners.length} partners`,
    await measure(bench, 'spread awards', () => awardRequest(pick(partners), rules)()),
  )
  row('transfer', await measure(bench, 'transfers', transferRequest(partner)))
  row('70 % award, 20 % board, 10 % transfer', await measure(bench, 'mixed', mixedRequest(partner)))
  say('single award at half of its load, evenly')
  const runs: Load[] = []
  for (let run = 1; run <= HALF_LOAD_RUNS; run += 1) {
    runs.push(
      await driveEvenly(service.url, awardRequest(partner), {
        perSecond: Math.round(single.perSecond / 2),
        seconds: seconds / 2,
      }),
    )
  }
  const half = medianBy(runs, (load) => load.p99 / load.p50)
  line([
    `single award at half of its load, evenly: the median of ${HALF_LOAD_RUNS} runs`,
    round(half.perSecond),
    '',
    half.p50.toFixed(1),
    half.p99.toFixed(1),
    '',
    '',
  ])
  row(`awards in bulk calls of ${BULK_SIZE}, ${BULK_CONNECTIONS} connections`, bulk, BULK_SIZE)
  say('the raw limit')
  const raw = await rawLimit(service, partner, quick ? 40 : 200)
  await assignSegments(service, partner.partnerId)
  line([
    'raw limit: the same rows, PostgreSQL alone',
    round(raw),
    ratio(raw, empty.perSecond),
    '',
    '',
    '',
    '',
  ])
  await service.restart({ BATCH_SIZE_MAX: '1' })
  row(
    'single award, batches of one',
    await measure(bench, 'single award, batches of one', awardRequest(partner)),
  )
  await service.restart()
  row('baseline: a transaction for each award, one statement after the other', baseline)

  heading('Ratios', ['', 'measured', 'wanted'])
  line(['single award / empty route', ratio(single.perSecond, empty.perSecond), '≥ 0.6'])
  line([
    'empty route behind the token check / empty route',
    ratio(guarded.perSecond, empty.perSecond),
    '≥ 0.85',
  ])
  line(['single award / baseline', ratio(single.perSecond, baseline.perSecond), '≥ 15'])
  line(['bulk / raw limit', ratio(bulk.perSecond * BULK_SIZE, raw), '≥ 0.5'])
  line(['bulk / single award', ratio(bulk.perSecond * BULK_SIZE, single.perSecond), '≥ 1.5'])
  line(['p99 / p50 of a single award at half load', ratio(half.p99, half.p50), '≤ 5'])
}

/** Alternates between the measurements whose ratios are reported. */
async function driveCompared({ service, seconds, say }: Bench, partner: SeededPartner) {
  say(
    'the empty route, the same behind the token check, single awards, bulk awards and the baseline, alternating',
  )
  const baseline = await service.startBaseline(partner.partnerId)
  const driving =
    (url: string, next: Parameters<typeof drive>[1], options: LoadOptions = {}) =>
    (slice: number) =>
      drive(url, next, { cpu: service.cpu, ...options, seconds: slice })
  try {
    return await alternate(
      {
        empty: driving(service.url, emptyRequest(partner)),
        guarded: driving(service.url, guardedRequest(partner)),
        single: driving(service.url, awardRequest(partner)),
        bulk: driving(service.url, bulkRequest(partner, BULK_SIZE), { connections: BULK_CONNECTIONS }),
        baseline: driving(baseline.url, awardRequest(partner), { cpu: baseline.cpu }),
      },
      { seconds: 2 * seconds, rounds: 4 },
    )
  } finally {
    baseline.stop()
    await assignSegments(service, partner.partnerId)
  }
}
