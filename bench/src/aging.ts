import { drive, type Load, medianBy } from './load.ts'
import type { Bench } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { rateHeading, rateLine, recordRates } from './report.ts'
import { awardRequest } from './requests.ts'
import { assignSegments, type SeededPartner } from './seed.ts'

const RUNS = { full: 5, quick: 3, smoke: 1 }
const BATCH_SIZE = 500

/** Measures the throughput on a ledger with many awards against an empty one. */
export async function measureAging(bench: Bench): Promise<void> {
  const { service, by, say } = bench
  const awards = by({ full: 5_000_000, quick: 50_000, smoke: 1_000 })
  // All members have earned before, so that an award writes the same rows before and after.
  const members = by({ full: 100_000, quick: 30_000, smoke: 2_000 })
  const partner = await bench.boardPartner({ members, scores: 'distinct' })
  say('awards on a ledger with few awards')
  const before = await driveRuns(bench, partner)
  say(`writing ${awards} awards`)
  await rawLimit(service, partner, awards / BATCH_SIZE)
  await assignSegments(service, partner.partnerId)
  await service.db.query('vacuum analyze')
  say(`awards after ${awards} awards`)
  const after = await driveRuns(bench, partner)
  rateHeading('After many awards')
  rateLine('single award before', before)
  rateLine(`single award after ${awards} awards`, after)
  recordRates('aging', after, before, { note: `${awards} awards` })
}

/** The median of several measurements, because the two that are compared are minutes apart. */
async function driveRuns({ service, by, seconds }: Bench, partner: SeededPartner): Promise<Load> {
  const runs: Load[] = []
  for (let run = 0; run < by(RUNS); run += 1)
    runs.push(await drive(service.url, awardRequest(partner), { seconds: seconds / 2, cpu: service.cpu }))
  return medianBy(runs, (load) => load.perSecond)
}
