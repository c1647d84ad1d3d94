import type { Tx } from '../../storage/database/database.ts'
import { closeLedger, type Ledger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { saveMemberWords } from './member-search-store.ts'
import { type Membership, membershipSnapshot } from './membership.ts'
import { findMembership, setLeft } from './membership-store.ts'
import { showOnBoards } from './show-on-boards.ts'

/** Ends a membership and removes it from boards and counts. Keeps the wallet, points, progress and limits. */
export async function leavePartner(
  tx: Tx,
  ledger: Ledger,
  { userId, by }: { userId: string; by: 'partner' | 'user' },
): Promise<Membership | undefined> {
  const { partnerId, now } = ledger
  const membership = await findMembership(tx, partnerId, userId)
  if (!membership) return undefined
  if (membership.leftAt) {
    // A user who unlinks must consent to return, also after the partner ended the membership.
    if (by === 'user' && membership.leftBy === 'partner') await setLeft(tx, partnerId, userId, { by }, now)
    return undefined
  }
  await setLeft(tx, partnerId, userId, { by }, now)
  saveMemberWords(tx, partnerId, userId, null)
  const left: Membership = { ...membership, leftAt: now, leftBy: by, updatedAt: now }
  recordLifecycleEvent(tx, ledger, { type: 'user.left', data: membershipSnapshot(left) })
  closeLedger(tx, ledger)
  await showOnBoards(tx, ledger, [userId], false)
  return left
}
