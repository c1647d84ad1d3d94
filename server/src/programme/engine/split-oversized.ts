import { lockLedger } from '../ledger/ledger.ts'
import type { SegmentOf } from '../ranking/board.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import type { CommitServices } from './commit-batch.ts'

export type OversizedSegments = { partnerId: string; segments: SegmentOf[] }

/**
 * Splits the segments that a batch made too large, of one partner after the other, each in a transaction of its own.
 * Returns what the next batch of each partner waits for.
 */
export function splitOversizedSegments(
  services: CommitServices,
  oversized: OversizedSegments[],
): Map<string, Promise<void>> {
  let last: Promise<void> = Promise.resolve()
  const waits = new Map<string, Promise<void>>()
  for (const each of oversized) {
    last = last.then(() => split(services, each))
    waits.set(each.partnerId, last)
  }
  return waits
}

async function split(
  { database, log }: CommitServices,
  { partnerId, segments }: OversizedSegments,
): Promise<void> {
  try {
    const afterCommit = await database
      .forPartner(partnerId)
      .transaction(async (tx) => splitSegments(tx, await lockLedger(tx, partnerId), segments))
    afterCommit()
  } catch (err) {
    log.warn({ err, partnerId }, 'oversized segments were not split; the next batch retries')
  }
}
