import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { refused } from '../http/failure.ts'
import { closeLedger, type Ledger, nextJoinedNo, recordLifecycleEvent } from '../ledger/ledger.ts'
import { saveMemberWords } from './member-search-store.ts'
import type { Membership, ShownDetails } from './membership.ts'
import { membershipData } from './membership-data.ts'
import {
  findMembership,
  holdHidden,
  insertMembership,
  setLeft,
  updateShownDetails,
} from './membership-store.ts'
import { showOnBoards } from './show-on-boards.ts'

export type Joined = { membership: Membership; isNew: boolean }

/**
 * Joins a user to a partner. A member stays the same member, and a former member gets the old membership
 * back. A user who unlinked must consent to return.
 */
export async function joinPartner(
  tx: Tx,
  ledger: Ledger,
  userId: string,
  shown: ShownDetails,
  { hasConsented = false }: { hasConsented?: boolean } = {},
): Promise<Joined> {
  const { partnerId, now } = ledger
  const before = await findMembership(tx, partnerId, userId)
  if (before?.leftBy === 'user' && !hasConsented) {
    throw refused(
      'consent_required',
      'The user unlinked from this partner and can come back only by consenting again.',
    )
  }

  const membership: Membership = {
    ...shown,
    id: before?.id ?? newId(),
    userId,
    leftAt: null,
    leftBy: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: before && before.leftAt === null && isSame(before, shown) ? before.updatedAt : now,
  }
  if (!before) {
    await insertMembership(tx, partnerId, membership, {
      id: newId(),
      joinedNo: nextJoinedNo(ledger),
      isHidden: await holdHidden(tx, userId),
    })
  } else if (membership.updatedAt === now) {
    await updateShownDetails(tx, partnerId, userId, shown, now)
    if (before.leftAt) await setLeft(tx, partnerId, userId, null, now)
  }
  if (membership.updatedAt === now) saveMemberWords(tx, partnerId, userId, shown)

  if (!before || before.leftAt) {
    recordLifecycleEvent(tx, ledger, { type: 'user.onboarded', data: membershipData(membership) })
    closeLedger(tx, ledger)
    await showOnBoards(tx, ledger, userId, true)
  }
  return { membership, isNew: !before }
}

function isSame(left: ShownDetails, right: ShownDetails): boolean {
  return (
    left.tag === right.tag &&
    left.fullname === right.fullname &&
    left.avatar === right.avatar &&
    left.email === right.email
  )
}
