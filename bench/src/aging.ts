import { awardRequest, drive, type Load, medianBy } from './load.ts'
import type { Bench } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { heading, line, ratio, round } from './report.ts'
import { assignSegments, type SeededPartner, seedPartner } from './seed.ts'

const RUNS = 5

/** Measures the throughput on a ledger with many awards against an empty one. */
export async function measureAging(bench: Bench): Promise<void> {
  const { service, quick, say } = bench
  const awards = quick ? 200_000 : 5_000_000
  // All members have earned before, so that an award writes the same rows before and after.
  const partner = await seedPartner(service, { members: 100_000, scores: 'distinct' })
  say('awards on an empty ledger')
  const before = await driveRuns(bench, partner)
  say(`writing ${awards} awards`)
  await rawLimit(service, partner, awards / 500)
  await assignSegments(service, partner.partnerId)
  await service.db.query('vacuum analyze')
  say(`awards after ${awards} awards`)
  const after = await driveRuns(bench, partner)
  heading('After many awards', ['', 'per second'])
  line(['before', round(before.perSecond)])
  line([`after ${awards} awards`, round(after.perSecond)])
  line(['after / before (wanted ≥ 0.85)', ratio(after.perSecond, before.perSecond)])
}

/** The median of several measurements, because the two that are compared are minutes apart. */
async function driveRuns({ service, seconds }: Bench, partner: SeededPartner): Promise<Load> {
  const runs: Load[] = []
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await drive(service.url, awardRequest(partner), { seconds: seconds / 2 }))
  return medianBy(runs, (load) => load.perSecond)
}
