import assert from 'node:assert/strict'
import { createFairQueue } from '../../runtime/queues/fair-queue.ts'
import type { Database, Db } from '../../storage/database/database.ts'
import { countEvents } from './count-events.ts'
import { findReadEdition, type ReadEdition } from './edition-store.ts'

/** Enough for the events of the seconds that the background counter may be behind. */
const COUNTS_PER_READ_MAX = 2
/** Counting must not take the connections that awards need. */
const CONCURRENT_COUNTS_MAX = 2
const COUNTS_WAITING_MAX = 100
const COUNT_WAIT_MS_MAX = 5_000

/** Others count, so that this read shows what is counted. */
class CountsBusy extends Error {}

/** Reads the counts of a partner in one snapshot. */
export type ReadCounts = <T>(
  partnerId: string,
  read: (db: Db, edition: ReadEdition) => Promise<T>,
) => Promise<T>

/**
 * Counts the waiting events first, no partner twice in a row while others wait. When there are too many events, or the
 * reads of others take too long, the edition says how many are left.
 */
export function countsReader(
  database: Database,
  { waitMsMax = COUNT_WAIT_MS_MAX }: { waitMsMax?: number } = {},
): ReadCounts {
  const queue = createFairQueue({
    atOnce: CONCURRENT_COUNTS_MAX,
    waitingMax: COUNTS_WAITING_MAX,
    waitMsMax,
    refused: () => new CountsBusy('Too many counts wait.'),
  })

  async function catchUp(database: Database, partnerId: string): Promise<void> {
    for (let count = 1; count <= COUNTS_PER_READ_MAX; count += 1) {
      const edition = await findReadEdition(database, partnerId)
      if (!edition || edition.last === edition.counted) return
      const { lagging } = await queue.run(partnerId, () => countEvents(database, [partnerId]))
      if (lagging.size === 0) return
    }
  }

  return async (partnerId, read) => {
    const partnerDatabase = database.forPartner(partnerId)
    await catchUp(partnerDatabase, partnerId).catch((error) => {
      if (!(error instanceof CountsBusy)) throw error
    })
    return partnerDatabase.snapshot(async (db) => {
      const edition = await findReadEdition(db, partnerId)
      assert(edition, `partner ${partnerId} has no ledger`)
      return read(db, edition)
    })
  }
}
