import { lockLedger } from '../ledger/ledger.ts'
import type { SegmentOf } from '../ranking/board.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import type { CommitServices } from './commit-batch.ts'

/** Splits the segments that a batch made too large, in a transaction of its own. */
export async function splitOversizedSegments(
  { database, log }: CommitServices,
  partnerId: string,
  oversized: SegmentOf[],
): Promise<void> {
  try {
    const afterCommit = await database
      .forPartner(partnerId)
      .transaction(async (tx) => splitSegments(tx, await lockLedger(tx, partnerId), oversized))
    afterCommit()
  } catch (err) {
    log.warn({ err, partnerId }, 'oversized segments were not split; the next batch retries')
  }
}
