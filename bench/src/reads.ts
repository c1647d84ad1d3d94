import {
  alternate,
  awardRequest,
  drive,
  emptyRequest,
  mixedRequest,
  readRequests,
  timeAlternating,
} from './load.ts'
import type { Bench } from './part.ts'
import { CPU_COLUMNS, cpuCells, heading, line, ratio, round } from './report.ts'
import { seedPartner } from './seed.ts'

const MEMBERS = 300
const CONNECTIONS = 64

/** Measures the reads of a small partner against the empty route and a single award, and each call alone. */
export async function measureReads({ service, quick, seconds, say }: Bench): Promise<void> {
  const partner = await seedPartner(service, { members: MEMBERS, scores: 'distinct' })
  const requests = {
    'empty route': emptyRequest(partner),
    'single award': awardRequest(partner),
    '70 % award, 20 % board, 10 % transfer': mixedRequest(partner),
    ...readRequests(partner),
  }
  say('reads, alternating')
  const loads = await alternate(
    Object.fromEntries(
      Object.entries(requests).map(([name, next]) => [
        name,
        (slice: number) =>
          drive(service.url, next, { connections: CONNECTIONS, seconds: slice, cpu: service.cpu }),
      ]),
    ),
    { seconds, rounds: 2 },
  )
  say('each call alone')
  const alone = await timeAlternating(service.url, Object.values(requests), quick ? 50 : 300)
  const award = loads['single award']?.perSecond as number
  heading(`Reads of ${MEMBERS} members, ${CONNECTIONS} connections`, [
    '',
    'per second',
    'of a single award',
    ...CPU_COLUMNS,
    'alone, ms',
    'of the empty route alone',
  ])
  for (const [index, [name, load]] of Object.entries(loads).entries())
    line([
      name,
      round(load.perSecond),
      ratio(load.perSecond, award),
      ...cpuCells(load),
      (alone[index] as number).toFixed(2),
      ratio(alone[index] as number, alone[0] as number),
    ])
}
