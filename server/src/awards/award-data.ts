import { Type } from 'typebox'
import { type Failure, refused } from '../http/failure.ts'
import { Nullable } from '../http/fields.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { Award, Reversal } from './award.ts'
import type { RefusalReason } from './decide-award.ts'

export const AWARD_EXAMPLE = {
  id: '0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e',
  ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
  ruleName: 'first purchase',
  userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
  awarded: true,
  note: 'Order 1042',
  partnerId: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
}

export const AwardData = Type.Object(
  {
    id: Type.String(),
    ruleId: Type.String({ description: "The rule's id; the combined rule's when a sub-rule was awarded." }),
    ruleName: Type.String({ description: 'The awarded name.' }),
    userId: Type.String(),
    awarded: Type.Boolean({
      description:
        'Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award.',
    }),
    note: Nullable(Type.String({ description: 'The narration.' })),
    partnerId: Type.String(),
  },
  { examples: [AWARD_EXAMPLE] },
)

/** Named like the fields of a rule. */
export const CountersData = Type.Object(
  {
    progress: Type.Integer(),
    completionNumber: Type.Integer({ description: 'Completions per payment.' }),
    userAwards: Type.Integer(),
    userLimitAward: Type.Integer(),
    participants: Type.Integer(),
    maxNumberOfParticipant: Type.Integer(),
  },
  { description: 'Counters after the decision, with the limits at that time.' },
)

export const COUNTERS_EXAMPLE = {
  progress: 1,
  completionNumber: 1,
  userAwards: 1,
  userLimitAward: -1,
  participants: 12,
  maxNumberOfParticipant: 1000,
}

type Shown = Pick<Award, 'id' | 'ruleId' | 'ruleName' | 'userId' | 'outcome' | 'note'>

export function awardData(partnerId: string, award: Shown) {
  return {
    id: award.id,
    ruleId: award.ruleId,
    ruleName: award.ruleName,
    userId: award.userId,
    awarded: award.outcome === 'paid',
    note: award.note,
    partnerId,
  }
}

export const reversalData = (partnerId: string, award: Shown) => ({
  ...awardData(partnerId, award),
  awarded: false,
})

export type Counted = Pick<
  Award,
  'progress' | 'progressNeeded' | 'userAwards' | 'userAwardsMax' | 'participants' | 'participantsMax'
>

export function countersData(award: Counted) {
  return {
    progress: award.progress,
    completionNumber: award.progressNeeded,
    userAwards: award.userAwards,
    userLimitAward: award.userAwardsMax ?? -1,
    participants: award.participants,
    maxNumberOfParticipant: award.participantsMax,
  }
}

/** One sentence per refusal that says what to change. */
export const AWARD_REFUSALS: Record<RefusalReason, string> = {
  combined_by_sub_rule: 'A combined rule is awarded by its sub-rules; award one of them instead.',
  rule_inactive: 'The rule is inactive; set its status to active to award it.',
  user_limit_reached:
    'The user already has as many paid awards of this rule as userLimitAward allows; raise it to award more.',
  rule_full: 'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.',
  sub_rule_repeated: 'The user has already done this sub-rule in this round; award one of the others.',
  balance_limit:
    'The wallet or the points of the user would exceed 90000000000000 coins; transfer coins back first.',
}

export function awardRefusal({ reason, detail }: Pick<Award, 'reason' | 'detail'>): Failure {
  const code = reason as RefusalReason
  return refused(
    code,
    detail ? `A combined rule is awarded by its sub-rules: award ${detail} instead.` : AWARD_REFUSALS[code],
  )
}

export function reversalRefusal({ reason, balance }: Reversal): Failure {
  switch (reason) {
    case 'not_paid':
      return refused('not_paid', 'The award did not pay, so there is nothing to take back.')
    case 'already_reversed':
      return refused('already_reversed', 'The award was taken back before; it cannot be taken back twice.')
    default:
      return refused(
        'insufficient_coins',
        `The wallet holds only ${formatCoins(balance)} coins, fewer than the award gave.`,
      )
  }
}
