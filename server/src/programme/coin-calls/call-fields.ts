import { Type } from 'typebox'
import { Line, userIdOf } from '../../http/input/fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { COIN_AMOUNT_NEEDED, parseCoins } from '../ledger/coin.ts'

/** A member, named by the service's id or by the partner's own. */
export type MemberRef = { userId: string } | { externalId: string }

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

/** Refuses a text or number in this field that `parse` does not take. */
export const checkAmount =
  (field: string, parse: (value: string | number) => unknown, needed: string) =>
  ({ [field]: value }: Record<string, unknown>): FieldProblem[] => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    if (value === '') return [wrong(field, 'is required')]
    return parse(value) === undefined ? [wrong(field, `must ${needed}`)] : []
  }

export const checkCoins = checkAmount('coins', parseCoins, COIN_AMOUNT_NEEDED)
