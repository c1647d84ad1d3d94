import { cpuPerCall, drive, type Load, meanLoad } from './load.ts'
import { type Bench, driving } from './part.ts'
import { rateHeading, rateLine, recordRatio } from './report.ts'
import { awardRequest, spreadAwardRequest } from './requests.ts'

const CONNECTIONS = 64

/** Measures awards of many small partners with and without a huge partner beside them. */
export async function measureNeighbours(bench: Bench): Promise<void> {
  const { service, by, seconds, rounds, say } = bench
  const huge = await bench.hotPartner()
  const small = (await bench.smallPartners()).slice(1)
  say('small partners with and without a huge one, alternating')
  const options = { connections: CONNECTIONS }
  const driveSmall = driving(bench, spreadAwardRequest(small), options)
  await driveSmall(by({ full: 5, quick: 0.7, smoke: 0.1 }))
  const [without, beside, ofHuge]: [Load[], Load[], Load[]] = [[], [], []]
  const slice = (2 * seconds) / rounds
  for (let round = 0; round < rounds; round += 1) {
    without.push(await driveSmall(slice))
    const cpuBefore = service.cpu()
    const [ofSmall, other] = await Promise.all([
      drive(service.url, spreadAwardRequest(small), { ...options, seconds: slice }),
      drive(service.url, awardRequest(huge), { ...options, seconds: slice }),
    ])
    const cpu = cpuPerCall(cpuBefore, service.cpu(), ofSmall.calls + other.calls)
    beside.push({ ...ofSmall, cpu })
    ofHuge.push({ ...other, cpu })
  }
  const [alone, crowded] = [meanLoad(without), meanLoad(beside)]
  rateHeading(`${small.length} small partners, ${CONNECTIONS} connections together`)
  rateLine('without a huge partner', alone)
  rateLine(`beside a huge partner with ${CONNECTIONS} connections; processor time of all`, crowded)
  rateLine('the huge partner; processor time of all', meanLoad(ofHuge))
  recordRatio('smallBesideHuge', crowded.p99 / alone.p99)
}
