import type { Database, Tx } from '../database/database.ts'
import { changeLedger } from '../ledger/ledger.ts'
import { listPartnersOfUser, setMemberHidden } from '../members/membership-store.ts'
import { updateHidden } from './user-store.ts'

/** Thrown to begin again: the user has joined another partner in the meantime. */
class JoinedMeanwhile extends Error {}

/** Hides a user's tag on the public boards of all partners, or shows it again. */
export async function setTagHidden(
  database: Pick<Database, 'many' | 'first' | 'run' | 'transaction'>,
  userId: string,
  isHidden: boolean,
  now: Date,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (;;) {
    const partnerIds = await listPartnersOfUser(database, userId)
    try {
      await database.transaction(async (tx) => {
        // Before the user, as a join does.
        for (const partnerId of partnerIds) await changeLedger(tx, partnerId)
        const isLeftOut = await updateHidden(tx, userId, isHidden, now)
        const { length } = await listPartnersOfUser(tx, userId)
        if (length > partnerIds.length) throw new JoinedMeanwhile()
        for (const partnerId of partnerIds) await setMemberHidden(tx, partnerId, userId, isLeftOut)
        await record(tx)
      })
      return
    } catch (error) {
      if (!(error instanceof JoinedMeanwhile)) throw error
    }
  }
}
