import { Type } from 'typebox'
import { OneOf, Timestamp } from '../../http/input/fields.ts'
import { AWARD_EXAMPLE } from '../awards/award-data.ts'
import { MEMBERSHIP_OUTCOMES, type MembershipChange } from './decision.ts'

/** What a change of a membership does not have. */
const NOT_OF_MEMBERSHIP = {
  reason: null,
  explanation: null,
  coins: null,
  balance: null,
  balanceAfter: null,
  points: null,
  parentId: null,
  actor: null,
  reference: null,
  metadata: null,
  retryAt: null,
  ruleVersion: null,
} as const

export const MembershipChangeData = Type.Object(
  {
    id: Type.String({ description: 'Of the membership.' }),
    kind: Type.Literal('membership'),
    userId: Type.String(),
    partnerId: Type.String(),
    outcome: OneOf(MEMBERSHIP_OUTCOMES, { schemaName: 'MembershipOutcome' }),
    reason: Type.Null(),
    explanation: Type.Null(),
    coins: Type.Null(),
    balance: Type.Null(),
    balanceAfter: Type.Null(),
    points: Type.Null(),
    parentId: Type.Null(),
    actor: Type.Null(),
    reference: Type.Null(),
    metadata: Type.Null(),
    retryAt: Type.Null(),
    ruleVersion: Type.Null(),
    seq: Type.Integer({ description: 'The number of its event.' }),
    createdAt: Timestamp(),
  },
  {
    schemaName: 'MembershipChange',
    description: 'A user who joined, left, claimed the membership with an account, or was erased.',
    examples: [
      {
        id: '0198c5b0-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
        kind: 'membership',
        userId: AWARD_EXAMPLE.userId,
        partnerId: AWARD_EXAMPLE.partnerId,
        outcome: 'joined',
        ...NOT_OF_MEMBERSHIP,
        seq: 1040,
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

export const membershipChangeData = (partnerId: string, change: MembershipChange) => ({
  id: change.id,
  kind: 'membership' as const,
  userId: change.userId,
  partnerId,
  outcome: change.outcome,
  ...NOT_OF_MEMBERSHIP,
  seq: Number(change.seq),
  createdAt: change.createdAt.toISOString(),
})
