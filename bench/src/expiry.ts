import { alternate } from './load.ts'
import { type Bench, driving } from './part.ts'
import { rateHeading, rateLine, recordRates } from './report.ts'
import { awardRequest, bulkRequest, transferRequest } from './requests.ts'
import { letCoinsExpire, seedPartner } from './seed.ts'

const BULK_SIZE = 1000
const BULK_CONNECTIONS = 4

/** Measures awards and transfers in a programme whose coins expire against one whose coins do not. */
export async function measureExpiry(bench: Bench): Promise<void> {
  const { service, by, seconds, rounds, say } = bench
  const members = by({ full: 10_000, quick: 10_000, smoke: 1_000 })
  const plain = await seedPartner(service, { members, scores: 'distinct' })
  const timed = await seedPartner(service, { members, scores: 'distinct', expiresAt: monthAfterYear() })
  await letCoinsExpire(service, timed)

  const bulk = { connections: BULK_CONNECTIONS }
  const drivers = {
    award: driving(bench, awardRequest(plain)),
    timedAward: driving(bench, awardRequest(timed)),
    bulk: driving(bench, bulkRequest(plain, BULK_SIZE), bulk),
    timedBulk: driving(bench, bulkRequest(timed, BULK_SIZE), bulk),
    transfer: driving(bench, transferRequest(plain)),
    timedTransfer: driving(bench, transferRequest(timed)),
  }
  say('warming up')
  await alternate(drivers, { seconds: by({ full: 2, quick: 1, smoke: 0.05 }), rounds: 1 })
  say('awards and transfers where coins expire and where they do not, alternating')
  const loads = await alternate(drivers, { seconds: 2 * seconds, rounds })
  rateHeading('Coins that expire, 128 connections')
  rateLine('single award', loads.award)
  rateLine('single award of coins that expire', loads.timedAward)
  rateLine(`awards in bulk calls of ${BULK_SIZE}, ${BULK_CONNECTIONS} connections`, loads.bulk, {
    scale: BULK_SIZE,
  })
  rateLine('the same of coins that expire', loads.timedBulk, { scale: BULK_SIZE })
  rateLine('transfer', loads.transfer)
  rateLine('transfer of coins that expire', loads.timedTransfer)
  recordRates('expiringPerAward', loads.timedAward, loads.award)
  recordRates('expiringPerBulk', loads.timedBulk, loads.bulk)
  recordRates('expiringPerTransfer', loads.timedTransfer, loads.transfer)
}

/** When coins of this month expire: the end of the month in a year, so that awards add to the lots that members have. */
function monthAfterYear(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth() + 1))
}
