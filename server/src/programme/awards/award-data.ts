import { Type } from 'typebox'
import { Nullable, OneOf } from '../../http/input/fields.ts'
import { type Failure, refused } from '../../runtime/failure.ts'
import { formatCoins } from '../ledger/coin.ts'
import { LOTS_MAX } from '../lots/timed-wallet.ts'
import type { Award, Reversal } from './award.ts'
import { REFUSAL_REASONS, type RefusalReason } from './decide-award.ts'
import { type ReversalReason, SHORTFALLS } from './decide-reversal.ts'

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

export const AwardOutcomeField = () => OneOf(['paid', 'counted', 'refused'], { schemaName: 'AwardOutcome' })

export const AwardReasonField = (place: { description?: string } = {}) =>
  OneOf(REFUSAL_REASONS, { schemaName: 'AwardReason', ...place })

export const ShortfallField = (place: { description: string }) =>
  OneOf(SHORTFALLS, { schemaName: 'Shortfall', ...place })

/** Named like the fields of a rule. */
export const CountersData = Type.Object(
  {
    progress: Type.Integer(),
    completionNumber: Type.Integer({ description: 'Completions per payment.' }),
    userAwards: Type.Integer({ description: 'In the period of the user limits.' }),
    userLimitAward: Type.Integer(),
    userCoins: Nullable(Type.String({ description: 'Null when the rule does not limit them.' })),
    userCoinLimit: Type.String(),
    participants: Type.Integer(),
    maxNumberOfParticipant: Type.Integer(),
    budgetUsed: Nullable(Type.String({ description: 'Null when the rule has no budget.' })),
    coinBudget: Type.String(),
    memberCoins: Type.Optional(
      Type.String({
        description:
          'Of all rules in the period of memberCoinLimit; absent while the programme has no such limit.',
      }),
    ),
    memberCoinLimit: Type.Optional(Type.String()),
  },
  {
    schemaName: 'Counters',
    description: 'Counters after the decision, with the limits at that time; -1 for no maximum.',
  },
)

export const COUNTERS_EXAMPLE = {
  progress: 1,
  completionNumber: 1,
  userAwards: 1,
  userLimitAward: -1,
  userCoins: null,
  userCoinLimit: '-1',
  participants: 12,
  maxNumberOfParticipant: 1000,
  budgetUsed: null,
  coinBudget: '-1',
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

const partFields = {
  reversalId: Type.String(),
  coins: Type.String({
    description: 'By which the points fall: taken, fromExpired, owed and writtenOff together.',
  }),
  taken: Type.String({ description: 'What the wallet gave.' }),
  fromExpired: Type.Optional(
    Type.String({ description: 'What had expired of the coins of the award; absent for none.' }),
  ),
  owed: Type.String(),
  writtenOff: Type.String(),
  left: Type.String({ description: 'What is left of the award.' }),
  narration: Nullable(Type.String({ description: 'Why, as the `reason` of the request said.' })),
}

export const ReversalData = Type.Object(
  { ...AwardData.properties, ...partFields },
  {
    schemaName: 'Reversal',
    examples: [
      {
        ...AWARD_EXAMPLE,
        reversalId: '0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f',
        coins: '4',
        taken: '4',
        owed: '0',
        writtenOff: '0',
        left: '6',
        narration: 'Wrong tier',
      },
    ],
  },
)

/** `awarded` stays true until the last part is reversed. */
export function reversalData(partnerId: string, reversal: Reversal) {
  const { award, remaining } = reversal
  return {
    ...awardData(partnerId, award),
    awarded: award.outcome === 'paid' && (remaining ?? award.coins) > 0n,
    reversalId: reversal.id,
    coins: formatCoins(reversal.coins),
    taken: formatCoins(reversal.taken),
    ...(reversal.fromExpired > 0n && { fromExpired: formatCoins(reversal.fromExpired) }),
    owed: formatCoins(reversal.owed),
    writtenOff: formatCoins(reversal.writtenOff),
    left: formatCoins(remaining ?? 0n),
    narration: reversal.narration,
  }
}

type Counted = Pick<
  Award,
  | 'progress'
  | 'progressNeeded'
  | 'userAwards'
  | 'userAwardsMax'
  | 'userCoins'
  | 'userCoinsMax'
  | 'participants'
  | 'participantsMax'
  | 'budgetUsed'
  | 'coinBudget'
  | 'memberCoins'
  | 'memberCoinsMax'
>

export function countersData(award: Counted) {
  return {
    progress: award.progress,
    completionNumber: award.progressNeeded,
    userAwards: award.userAwards,
    userLimitAward: award.userAwardsMax ?? -1,
    userCoins: award.userCoins === null ? null : formatCoins(award.userCoins),
    userCoinLimit: award.userCoinsMax === null ? '-1' : formatCoins(award.userCoinsMax),
    participants: award.participants,
    maxNumberOfParticipant: award.participantsMax,
    budgetUsed: award.budgetUsed === null ? null : formatCoins(award.budgetUsed),
    coinBudget: award.coinBudget === null ? '-1' : formatCoins(award.coinBudget),
    ...(award.memberCoinsMax !== null && {
      memberCoins: formatCoins(award.memberCoins ?? 0n),
      memberCoinLimit: formatCoins(award.memberCoinsMax),
    }),
  }
}

/** One sentence per refusal that says what to change. */
export const AWARD_REFUSALS: Record<RefusalReason, string> = {
  combined_by_sub_rule: 'A combined rule is awarded by its sub-rules; award one of them instead.',
  rule_inactive: 'The rule is inactive; set its status to active to award it.',
  rule_not_started: 'The rule pays from its startsAt on; set an earlier time.',
  rule_ended: 'The rule paid until its endsAt; set a later time to award it again.',
  amount_too_small: 'The units are worth less than 0.01 coins; send more units.',
  user_limit_reached:
    'The user already has as many paid awards of this rule as userLimitAward allows; raise it to award more.',
  user_coins_reached:
    'The user would get more coins of this rule than userCoinLimit allows; raise it to award more.',
  rule_full: 'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.',
  sub_rule_repeated: 'The user has already done this sub-rule in this round; award one of the others.',
  already_counted:
    'A completion of the user already counts in this period; set countPer to call to count every completion.',
  budget_exhausted: 'The payment would pass the coinBudget of the rule; raise it to award more.',
  member_limit_reached:
    'All rules together would pay the user more coins than memberCoinLimit allows; raise it to award more.',
  balance_limit: `The award, the wallet or the points of the user would be too large: an award pays up to 1000000000 coins, a wallet and points hold up to 70000000000000, and a wallet has up to ${LOTS_MAX} lots.`,
}

export function awardRefusal({
  reason,
  detail,
  retryAt,
}: Pick<Award, 'reason' | 'detail' | 'retryAt'>): Failure {
  const code = reason as RefusalReason
  if (detail) return refused(code, `A combined rule is awarded by its sub-rules: award ${detail} instead.`)
  const sentence = AWARD_REFUSALS[code]
  return refused(
    code,
    retryAt ? `${sentence.slice(0, -1)}, or try again after ${retryAt.toISOString()}.` : sentence,
  )
}

export const REVERSAL_REFUSALS: Record<ReversalReason, string> = {
  not_paid: 'The award was refused, so there is nothing to take back.',
  already_reversed: 'The award was taken back before; it cannot be taken back twice.',
  completion_used: 'A payment has used this completion; reverse the award that paid instead.',
  reversal_exceeds:
    'Less is left of the award than you want to take back; send fewer coins, or none for all.',
  insufficient_coins:
    'Fewer coins can be taken out of the wallet than you take back; send a shortfall of available or owe, or fewer coins.',
}

export function reversalRefusal({ reason, balance, award, coins }: Reversal): Failure {
  const code = reason as ReversalReason
  if (code !== 'insufficient_coins') return refused(code, REVERSAL_REFUSALS[code])
  if (balance >= coins)
    return refused(
      code,
      `Holds keep too many of the ${formatCoins(balance)} coins in the wallet; capture or release them first, or send a shortfall of available or owe.`,
    )
  const held = `The wallet holds only ${formatCoins(balance)} coins`
  return refused(
    code,
    coins === award.coins
      ? `${held}, fewer than the award gave.`
      : `${held}, fewer than the ${formatCoins(coins)} to take back.`,
  )
}
