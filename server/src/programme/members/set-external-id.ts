import type { Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { externalIdTaken, isExternalIdTaken } from './external-id.ts'
import type { Membership } from './membership.ts'
import { findMembership, updateExternalId } from './membership-store.ts'

/** Returns the changed membership; undefined for a user who is no member. */
export async function setExternalId(
  tx: Tx,
  { partnerId, now }: Ledger,
  { userId, externalId }: { userId: string; externalId: string },
): Promise<Membership | undefined> {
  const membership = await findMembership(tx, partnerId, userId)
  if (!membership || membership.leftAt) return undefined
  if (membership.externalId === externalId) return membership
  if (await isExternalIdTaken(tx, partnerId, externalId)) throw externalIdTaken(externalId)
  updateExternalId(tx, partnerId, { userId, externalId }, now)
  return { ...membership, externalId, updatedAt: now }
}
