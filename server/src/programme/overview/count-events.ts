import type { Database, Tx } from '../../storage/database/database.ts'
import { nextCheckpoint } from './checkpoint-store.ts'
import {
  addToDays,
  createOverviews,
  type EventRange,
  type LockedEdition,
  lockOverviews,
} from './count-store.ts'

/** Takes some tenths of a second, for which a read of the overview may wait. */
export const EVENTS_PER_TRANSACTION_MAX = 10_000n

type CountOptions = { skipLocked?: boolean; eventsMax?: bigint }

/**
 * Partners with events left and how many, those that were not counted because another process is counting them, and
 * those with counts beside the ones that are read.
 */
type Counted = { lagging: Map<string, bigint>; skipped: string[]; recounting: string[] }

/**
 * Counts the next events of some partners in one transaction, each exactly once. With `skipLocked`, skips
 * partners that are being counted.
 */
export async function countEvents(
  database: Pick<Database, 'transaction'>,
  partnerIds: string[],
  { skipLocked = false, eventsMax = EVENTS_PER_TRANSACTION_MAX }: CountOptions = {},
): Promise<Counted> {
  return database.transaction(async (tx) => {
    const counted = await tx.eachShard(partnerIds, (own, ids) =>
      countInShard(own, ids, {
        skipLocked,
        eventsMax: (eventsMax * BigInt(ids.length)) / BigInt(partnerIds.length),
      }),
    )
    return {
      lagging: new Map(counted.flatMap(({ lagging }) => [...lagging])),
      skipped: counted.flatMap(({ skipped }) => skipped),
      recounting: counted.flatMap(({ recounting }) => recounting),
    }
  })
}

async function countInShard(
  tx: Tx,
  partnerIds: string[],
  { skipLocked, eventsMax }: Required<CountOptions>,
): Promise<Counted> {
  let locked = await lockOverviews(tx, partnerIds, { skipLocked })
  if (locked.length < partnerIds.length) {
    const isLocked = new Set(locked.map(({ partnerId }) => partnerId))
    createOverviews(
      tx,
      partnerIds.filter((partnerId) => !isLocked.has(partnerId)),
    )
    // A transaction that holds some counts does not wait for others; they are counted by the next one.
    if (locked.length === 0) locked = await lockOverviews(tx, partnerIds, { skipLocked })
  }
  const ranges = shareEvents(locked, eventsMax)
  if (ranges.length > 0) await addToDays(tx, ranges)
  const reached = new Map(ranges.map(({ partnerId, until }) => [partnerId, until]))
  const lockedIds = new Set(locked.map(({ partnerId }) => partnerId))
  return {
    lagging: new Map(
      locked
        .map(
          ({ partnerId, counted, last }) => [partnerId, last - (reached.get(partnerId) ?? counted)] as const,
        )
        .filter(([, left]) => left > 0n),
    ),
    skipped: partnerIds.filter((partnerId) => !lockedIds.has(partnerId)),
    recounting: locked.filter(({ hasOthers }) => hasOthers).map(({ partnerId }) => partnerId),
  }
}

/**
 * Divides the events of a transaction so that a partner with many takes only what the others leave. One that gets a
 * share gets all of it: many small shares would take as many statements each time.
 */
function shareEvents(locked: LockedEdition[], eventsMax: bigint): EventRange[] {
  const waiting = locked
    .filter(({ counted, last }) => last > counted)
    .toSorted((left, right) => Number(left.last - left.counted - (right.last - right.counted)))
  const ranges: EventRange[] = []
  let left = eventsMax
  for (const { counted, last, ...edition } of waiting) {
    const shared = last - counted < left ? last - counted : left
    const untilCheckpoint = nextCheckpoint(counted) - counted
    const count = shared < untilCheckpoint ? shared : untilCheckpoint
    if (count > 0n) ranges.push({ ...edition, after: counted, until: counted + count })
    left -= count
  }
  return ranges
}
