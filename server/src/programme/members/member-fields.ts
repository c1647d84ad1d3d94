import { Type } from 'typebox'
import { Line, userIdOf } from '../../http/input/fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import type { MemberRef } from '../ledger/member-ref.ts'

/** A request names its member by one of these. */
export const memberFields = {
  userId: Type.Optional(
    Line(100, { isNeeded: true, description: 'Id of an onboarded user. Required without externalId.' }),
  ),
  externalId: Type.Optional(
    Line(100, { description: 'Your own id of an onboarded user, in place of userId.' }),
  ),
}

type MemberInput = { userId?: string; externalId?: string }

export function checkMember({ userId, externalId }: MemberInput): FieldProblem[] {
  if (externalId === undefined)
    return userId === undefined || userId === '' ? [wrong('userId', 'is required')] : []
  return userId === undefined ? [] : [wrong('externalId', 'must be left out when userId is sent')]
}

export const memberOf = ({ userId, externalId }: MemberInput): MemberRef =>
  externalId === undefined ? { userId: userIdOf(userId ?? '') } : { externalId }
