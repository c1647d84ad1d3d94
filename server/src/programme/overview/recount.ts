import type { Database, Tx } from '../../storage/database/database.ts'
import { nextCheckpoint } from './checkpoint-store.ts'
import { addToDays, createOverviews } from './count-store.ts'
import {
  deleteEdition,
  deleteParticipations,
  dropCurrentEdition,
  insertEdition,
  lockEditions,
  lockOtherEdition,
  setStatus,
  setTimeZone,
} from './edition-store.ts'

/** Short transactions, so that awards hardly wait. */
const EVENTS_PER_STEP = 1_000n
const ROWS_PER_STEP = 5_000

/**
 * Has the days of a partner begin in another zone. They are counted again in the background; until then, the counts
 * in the former zone are read and kept up to date.
 */
export async function changeTimeZone(tx: Tx, partnerId: string, timeZone: string): Promise<void> {
  createOverviews(tx, [partnerId])
  const editions = await lockEditions(tx, partnerId)
  for (const edition of editions) if (edition.status === 'counting') await setStatus(tx, edition, 'dropped')
  const current = editions.find(({ status }) => status === 'current')
  const latest = Math.max(...editions.map(({ edition }) => edition))
  if (current?.timeZone === timeZone) return
  if (current?.counted === 0n) await setTimeZone(tx, { ...current, timeZone })
  else await insertEdition(tx, { partnerId, edition: latest + 1, timeZone })
  tx.announce(partnerId)
}

/**
 * Works on the counts of a partner that are not read: deletes a page of dropped ones, or counts the next events of
 * those that will be read. Returns whether something may be left.
 */
export function stepRecount(
  database: Pick<Database, 'transaction'>,
  partnerId: string,
  { eventsMax = EVENTS_PER_STEP, rowsMax = ROWS_PER_STEP } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const edition = await lockOtherEdition(tx, partnerId)
    if (!edition) return false
    if (edition.status === 'dropped') {
      const deleted = await deleteParticipations(tx, edition, rowsMax)
      if (deleted === 0) await deleteEdition(tx, edition)
      return true
    }
    const { counted, last } = edition
    const next = nextCheckpoint(counted)
    const end = last - counted < eventsMax ? last : counted + eventsMax
    const until = end < next ? end : next
    if (until > counted) await addToDays(tx, [{ ...edition, after: counted, until }])
    if (until === last) {
      await dropCurrentEdition(tx, partnerId)
      await setStatus(tx, edition, 'current')
    }
    return true
  })
}
