import { type TSchemaOptions, Type } from 'typebox'
import { taken } from '../../runtime/failure.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Membership } from './membership.ts'
import { findMembership, findMembershipsByExternalId, updateExternalId } from './membership-store.ts'

/** Neither spaces nor characters that show nothing, which two ids could differ in unseen. */
const PATTERN = '^[^\\p{C}\\p{Z}]{1,100}$'
const VISIBLE = new RegExp(PATTERN, 'u')

/** A partner's own id of a user. */
export const ExternalId = (options: TSchemaOptions = {}) =>
  Type.String({
    pattern: PATTERN,
    must: 'have 1 to 100 visible characters',
    description: 'Your own id of the user: 1 to 100 visible characters.',
    ...options,
  })

export const isExternalId = (value: string): boolean => VISIBLE.test(value)

/** Whether a member has this id, or a former member. Only the partner's other writes can change it. */
export async function isExternalIdTaken(db: Db, partnerId: string, externalId: string): Promise<boolean> {
  return (await findMembershipsByExternalId(db, partnerId, [externalId])).length > 0
}

export const externalIdTaken = (externalId: string) =>
  taken(`The externalId ${externalId} is already taken; choose another one.`, 'externalId')

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
