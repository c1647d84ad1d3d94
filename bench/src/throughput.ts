import { alternate, drive, driveEvenly, type Load, medianBy } from './load.ts'
import { type Bench, driving } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { rateHeading, rateLine, ratio, recordRates, recordRatio } from './report.ts'
import {
  awardRequest,
  bulkRequest,
  emptyRequest,
  guardedRequest,
  mixedRequest,
  spreadAwardRequest,
  transferRequest,
} from './requests.ts'
import { assignSegments, type SeededPartner } from './seed.ts'
import { createTransferFunction } from './transfer-function.ts'

const BULK_SIZE = 1000
const BULK_CONNECTIONS = 4
/** A short pause of the machine spoils one run, not the median. */
const HALF_LOAD_RUNS = { full: 5, quick: 3, smoke: 1 }

/** Measures the throughput of the service against the empty route, the baselines and the database alone. */
export async function measureThroughput(bench: Bench): Promise<void> {
  const { service, by, seconds, say } = bench
  const partner = await bench.hotPartner()
  const partners = await bench.smallPartners()

  say('warming up')
  const warmUp = by({ full: seconds, quick: 2, smoke: 0 })
  if (warmUp > 0) await drive(service.url, mixedRequest(partner), { seconds: warmUp })
  const loads = await driveCompared(bench, partner, partners)
  const { empty, guarded, single, spread, transfer, mixed, bulk, baseline, oneAndMany, anyTwo } = loads

  say('single award at half of its load, evenly')
  const runs: Load[] = []
  for (let run = 1; run <= by(HALF_LOAD_RUNS); run += 1) {
    runs.push(
      await driveEvenly(service.url, awardRequest(partner), {
        perSecond: Math.round(single.perSecond / 2),
        seconds: seconds / 2,
        cpu: service.cpu,
      }),
    )
  }
  const half = medianBy(runs, (load) => load.p99 / load.p50)
  say('the raw limit')
  const raw = await rawLimit(service, partner, by({ full: 200, quick: 30, smoke: 2 }))
  await assignSegments(service, partner.partnerId)

  rateHeading('Throughput, 128 connections', ['of the empty route'])
  const row = (name: string, load: Load, scale = 1) =>
    rateLine(name, load, { scale, more: [ratio(load.perSecond * scale, empty.perSecond)] })
  row('empty route: the same request, no token check, no database', empty)
  row('empty route behind the token check', guarded)
  row('single award, one hot rule', single)
  row(`single awards over ${partners.length} partners`, spread)
  row('transfer', transfer)
  row('70 % awards, 20 % boards, 10 % transfers', mixed)
  row(`single award at half of its load, evenly: the median of ${runs.length} runs`, half)
  row(`awards in bulk calls of ${BULK_SIZE}, ${BULK_CONNECTIONS} connections`, bulk, BULK_SIZE)
  row('raw limit: the same rows, PostgreSQL alone', raw)
  if (by({ full: true, quick: false, smoke: false })) {
    say('single award, batches of one')
    await service.restart({ BATCH_SIZE_MAX: '1' })
    row('single award, batches of one', await driving(bench, awardRequest(partner))(seconds))
    await service.restart()
  }
  row('baseline: a transaction for each award, one statement after the other', baseline)
  row('transfers by a PL/pgSQL function, one account and many, without HTTP', oneAndMany)
  row('transfers by a PL/pgSQL function, any two accounts, without HTTP', anyTwo)

  recordRates('mixedPerAward', mixed, single)
  recordRates('spreadPerHot', spread, single)
  recordRates('awardPerEmpty', single, empty)
  recordRates('guardedPerEmpty', guarded, empty)
  recordRates('awardPerBaseline', single, baseline)
  recordRates('awardPerFunction', single, oneAndMany)
  recordRates('transferPerFunction', transfer, oneAndMany)
  recordRates('bulkPerRaw', bulk, raw, { scale: BULK_SIZE })
  recordRates('bulkPerAward', bulk, single, { scale: BULK_SIZE })
  recordRatio('halfLoad', half.p99 / half.p50)
}

/** Alternates between the measurements whose ratios are reported. */
async function driveCompared(bench: Bench, partner: SeededPartner, partners: SeededPartner[]) {
  const { service, seconds, rounds, say } = bench
  say('empty routes, awards, transfers, a mix of both with boards, and the baselines, alternating')
  const baseline = await service.startBaseline(partner.partnerId)
  const byFunction = await createTransferFunction(service)
  try {
    return await alternate(
      {
        empty: driving(bench, emptyRequest(partner)),
        guarded: driving(bench, guardedRequest(partner)),
        single: driving(bench, awardRequest(partner)),
        spread: driving(bench, spreadAwardRequest(partners)),
        transfer: driving(bench, transferRequest(partner)),
        mixed: driving(bench, mixedRequest(partner)),
        bulk: driving(bench, bulkRequest(partner, BULK_SIZE), { connections: BULK_CONNECTIONS }),
        baseline: (slice: number) =>
          drive(baseline.url, awardRequest(partner), { seconds: slice, cpu: baseline.cpu }),
        oneAndMany: (slice: number) => byFunction.drive('one and many', slice),
        anyTwo: (slice: number) => byFunction.drive('any two', slice),
      },
      { seconds: 2 * seconds, rounds },
    )
  } finally {
    baseline.stop()
    await byFunction.close()
    await assignSegments(service, partner.partnerId)
  }
}
