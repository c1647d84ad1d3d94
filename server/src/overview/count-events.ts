import type { Database } from '../database/database.ts'
import { addToDays, lockOverview, openOverview } from './count-store.ts'

/** How many facts one transaction counts: some tenths of a second, for which a read of the overview may have to wait. */
export const FACTS_PER_COUNT = 10_000n

type CountOptions = { ifFree?: boolean; factsMax?: bigint }

/** Counts the partner's next facts, each exactly once, and says whether some are left. With `ifFree` only when nobody else is at it. */
export async function countEvents(
  database: Pick<Database, 'transaction'>,
  partnerId: string,
  { ifFree = false, factsMax = FACTS_PER_COUNT }: CountOptions = {},
): Promise<{ isBehind: boolean }> {
  return database.transaction(async (tx) => {
    openOverview(tx, partnerId)
    const progress = await lockOverview(tx, partnerId, { ifFree })
    if (!progress) return { isBehind: true }
    const { counted, last } = progress
    if (last <= counted) return { isBehind: false }
    const until = last - counted > factsMax ? counted + factsMax : last
    addToDays(tx, partnerId, { after: counted, until })
    return { isBehind: until < last }
  })
}
