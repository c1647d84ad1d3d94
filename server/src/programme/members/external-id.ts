import { type TSchemaOptions, Type } from 'typebox'
import { taken } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import { findMembershipsByExternalId } from './membership-store.ts'

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
