import { listMembersOfAccount } from '../../programme/members/account-member-store.ts'
import { setMemberHidden } from '../../programme/members/membership-store.ts'
import type { Tx } from '../../storage/database/database.ts'
import { updateHidden } from './user-store.ts'

/** Hides a user's tag on the public boards of all partners, or shows it again. Locks no ledger. */
export async function setTagHidden(tx: Tx, userId: string, isHidden: boolean, now: Date): Promise<void> {
  // Waits for joins of this user that have begun; the list then has them.
  const isLeftOut = await updateHidden(tx, userId, isHidden, now)
  for (const member of await listMembersOfAccount(tx, userId)) await setMemberHidden(tx, member, isLeftOut)
}
