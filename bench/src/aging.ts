import { awardRequest, drive, type Load, medianBy } from './load.ts'
import type { Bench } from './part.ts'
import { rawLimit } from './raw-limit.ts'
import { heading, line, ratio, round } from './report.ts'
import { reseat, type SeededPartner, seedPartner } from './seed.ts'

const STRETCHES = 5

/** What is left of the throughput once the ledger holds many awards. */
export async function measureAging(bench: Bench): Promise<void> {
  const { service, quick, say } = bench
  const awards = quick ? 200_000 : 5_000_000
  // Members who all have earned before, so that an award writes the same rows before and after.
  const partner = await seedPartner(service, { members: 100_000, scores: 'distinct' })
  say('awards on an empty ledger')
  const before = await driveInStretches(bench, partner)
  say(`writing ${awards} awards`)
  await rawLimit(service, partner, awards / 500)
  await reseat(service, partner.partnerId)
  await service.db.query('vacuum analyze')
  say(`awards after ${awards} awards`)
  const after = await driveInStretches(bench, partner)
  heading('After many awards', ['', 'per second'])
  line(['before', round(before.perSecond)])
  line([`after ${awards} awards`, round(after.perSecond)])
  line(['after / before (wanted ≥ 0.85)', ratio(after.perSecond, before.perSecond)])
}

/** The two measurements are minutes apart, so each is the median of several. */
async function driveInStretches({ service, seconds }: Bench, partner: SeededPartner): Promise<Load> {
  const stretches: Load[] = []
  for (let stretch = 0; stretch < STRETCHES; stretch += 1)
    stretches.push(await drive(service.url, awardRequest(partner), { seconds: seconds / 2 }))
  return medianBy(stretches, (load) => load.perSecond)
}
