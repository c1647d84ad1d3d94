import {
  awardRequest,
  bulkRequest,
  drive,
  driveEvenly,
  emptyRequest,
  guardedRequest,
  inTurns,
  type Load,
  type LoadOptions,
  medianBy,
  mixedRequest,
  pick,
  transferRequest,
} from './load.ts'
import { type Bench, measure } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { heading, line, ratio, round } from './report.ts'
import { reseat, type SeededPartner, seedPartner } from './seed.ts'

const BULK_SIZE = 1000
const BULK_CONNECTIONS = 4
/** A machine that is taken away for a moment spoils one stretch, not the measurement. */
const HALF_LOAD_STRETCHES = 5

/** What the service takes in a second, against the empty route, the plain way and what the database alone can write. */
export async function measureThroughput(bench: Bench): Promise<void> {
  const { service, quick, seconds, say } = bench
  const partner = await seedPartner(service, { members: 10_000, scores: 'distinct' })

  await measure(bench, 'warming up', awardRequest(partner), { seconds: Math.max(5, seconds) })
  const { empty: base, guarded, single, bulk, plain } = await driveWhatIsCompared(bench, partner)
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
  row(`awards in bulk calls of ${BULK_SIZE}, ${BULK_CONNECTIONS} connections`, bulk, BULK_SIZE)
  say('the raw limit')
  const raw = await rawLimit(service, partner, quick ? 40 : 200)
  await reseat(service, partner.partnerId)
  line(['raw limit: the same rows, PostgreSQL alone', round(raw), ratio(raw, base.perSecond), '', ''])
  await service.restart({ BATCH_SIZE_MAX: '1' })
  row(
    'single award, one in each turn',
    await measure(bench, 'single award, one in each turn', awardRequest(partner)),
  )
  await service.restart()
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

/** The ratios are between these. */
async function driveWhatIsCompared({ service, seconds, say }: Bench, partner: SeededPartner) {
  say(
    'the empty route, the same behind the token check, single awards, bulk awards and the plain way, in turns',
  )
  const plainWay = await service.startPlainWay(partner.partnerId)
  const driving =
    (url: string, next: Parameters<typeof drive>[1], options: LoadOptions = {}) =>
    (slice: number) =>
      drive(url, next, { ...options, seconds: slice })
  try {
    return await inTurns(
      {
        empty: driving(service.url, emptyRequest(partner)),
        guarded: driving(service.url, guardedRequest(partner)),
        single: driving(service.url, awardRequest(partner)),
        bulk: driving(service.url, bulkRequest(partner, BULK_SIZE), { connections: BULK_CONNECTIONS }),
        plain: driving(plainWay.url, awardRequest(partner)),
      },
      { seconds: 2 * seconds, rounds: 4 },
    )
  } finally {
    plainWay.stop()
    await reseat(service, partner.partnerId)
  }
}
