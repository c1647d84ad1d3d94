import { refused } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { closeLedger, type Ledger, nextJoinedNo, recordLifecycleEvent } from '../ledger/ledger.ts'
import { findMemberId, insertAccountMember, setAccount } from './account-member-store.ts'
import { forgetFormer } from './former-member-store.ts'
import { saveMemberWords } from './member-search-store.ts'
import { identifiedSnapshot, type Membership, type ShownDetails } from './membership.ts'
import {
  findMembership,
  insertMemberships,
  lockHidden,
  setLeft,
  updateExternalId,
  updateShownDetails,
} from './membership-store.ts'
import { noteJoined } from './note-joined.ts'
import { findReferrer, setReferrer } from './referrer-store.ts'
import { showOnBoards } from './show-on-boards.ts'

export type Joined = { membership: Membership; isNew: boolean }

export const consentRequired = () =>
  refused(
    'consent_required',
    'The user unlinked from this partner and can come back only by consenting again.',
  )

/**
 * Joins an account to a partner. A member stays the same member, and a former member gets the old membership
 * back. A user who unlinked must consent to return. `externalId` is for a membership that has none; it must
 * not be taken.
 */
export async function joinPartner(
  tx: Tx,
  ledger: Ledger,
  accountId: string,
  { tag, fullname, avatar, email }: ShownDetails,
  { hasConsented = false, externalId = null }: { hasConsented?: boolean; externalId?: string | null } = {},
): Promise<Joined> {
  const { partnerId, now } = ledger
  const details = { tag, fullname, avatar, email }
  const userId = (await findMemberId(tx, { accountId, partnerId })) ?? accountId
  const before = await findMembership(tx, partnerId, userId)
  if (before?.leftBy === 'user' && !hasConsented) throw consentRequired()

  const isNamed = externalId !== null && !before?.externalId
  const isOwn = before?.accountId === accountId && before.leftAt === null
  const isUnchanged = isOwn && !isNamed && isSame(before, details)
  // This comes before the lock of the membership, in the order in which a user hides the tag.
  const isHidden = !isOwn && (await lockHidden(tx, accountId))
  const membership: Membership = {
    ...details,
    id: before?.id ?? newId(),
    userId,
    accountId,
    externalId: before?.externalId ?? externalId,
    leftAt: null,
    leftBy: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: isUnchanged ? before.updatedAt : now,
  }
  if (!before) {
    const wallet = { walletId: newId(), joinedNo: nextJoinedNo(ledger) }
    insertMemberships(tx, partnerId, [{ ...membership, ...wallet, isHidden }])
    insertAccountMember(tx, { accountId, partnerId, memberId: userId })
    noteJoined(tx, ledger, [userId])
    if (hasConsented) setReferrer(tx, { partnerId, userId }, await findReferrer(tx, accountId))
  } else if (!isUnchanged) {
    if (!isOwn) setAccount(tx, { accountId, partnerId, memberId: userId, isHidden })
    await updateShownDetails(tx, partnerId, userId, details, now)
    if (isNamed) updateExternalId(tx, partnerId, { userId, externalId }, now)
    if (before.leftAt) {
      forgetFormer(tx, partnerId, [userId])
      await setLeft(tx, partnerId, userId, null, now)
    }
  }
  if (!isUnchanged) saveMemberWords(tx, partnerId, userId, details)

  if (!before || before.leftAt) {
    recordLifecycleEvent(tx, ledger, { type: 'user.onboarded', data: identifiedSnapshot(membership) })
    closeLedger(tx, ledger)
    await showOnBoards(tx, ledger, [userId], true)
  }
  return { membership, isNew: !before }
}

const isSame = (left: ShownDetails, right: ShownDetails): boolean =>
  (['tag', 'fullname', 'avatar', 'email'] as const).every((detail) => left[detail] === right[detail])
