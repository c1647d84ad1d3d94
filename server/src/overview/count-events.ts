import type { Database } from '../database/database.ts'
import { addToDays, createOverview, lockOverview } from './count-store.ts'

/** Takes some tenths of a second, for which a read of the overview may wait. */
export const EVENTS_PER_TRANSACTION_MAX = 10_000n

type CountOptions = { skipLocked?: boolean; eventsMax?: bigint }

/**
 * Counts the partner's next events, each exactly once. With `skipLocked`, skips a partner that is being
 * counted.
 */
export async function countEvents(
  database: Pick<Database, 'transaction'>,
  partnerId: string,
  { skipLocked = false, eventsMax = EVENTS_PER_TRANSACTION_MAX }: CountOptions = {},
): Promise<{ isBehind: boolean }> {
  return database.transaction(async (tx) => {
    createOverview(tx, partnerId)
    const progress = await lockOverview(tx, partnerId, { skipLocked })
    if (!progress) return { isBehind: true }
    const { counted, last } = progress
    if (last <= counted) return { isBehind: false }
    const until = last - counted > eventsMax ? counted + eventsMax : last
    addToDays(tx, partnerId, { after: counted, until })
    return { isBehind: until < last }
  })
}
