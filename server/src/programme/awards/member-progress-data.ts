import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import { activeSubRules } from '../rules/rule.ts'
import { CountPerField, PeriodField, TypeField } from '../rules/rule-data.ts'
import type { MemberProgress } from './member-progress.ts'

export const MemberProgressData = Type.Object(
  {
    ruleId: Type.String(),
    ruleName: Type.String(),
    displayName: Nullable(Type.String({ description: 'What people read in place of the name.' })),
    condition: Type.String(),
    type: TypeField(),
    coinValue: Type.String({ description: 'Coins of one payment; with perUnit, of one unit.' }),
    perUnit: Type.Boolean(),
    progress: Type.Integer({ description: 'Completions, or sub-rules done, since the last payment.' }),
    needed: Type.Integer({ description: 'How many of them a payment takes.' }),
    countPer: CountPerField({
      description: 'Whether every completion of a batched rule counts, or one in each period.',
    }),
    consecutive: Type.Boolean({
      description: 'Whether progress is a streak: a period without a completion starts it again.',
    }),
    countedUntil: Nullable(
      Timestamp({
        description: 'Until when no further completion counts, since one did in this period; null otherwise.',
      }),
    ),
    streakEndsAt: Nullable(
      Timestamp({
        description: 'When the streak ends unless a completion counts before; null without a streak.',
      }),
    ),
    rules: Type.Array(
      Type.Object(
        { name: Type.String(), condition: Type.String(), done: Type.Boolean() },
        { schemaName: 'OwnSubRule' },
      ),
      {
        description: 'The active sub-rules of a combined rule.',
      },
    ),
    userAwards: Type.Integer({ description: 'Payments to the user in the period.' }),
    userLimitAward: Type.String({ description: 'How many the user can get; -1 for no maximum.' }),
    userCoins: Type.String({ description: 'Coins paid to the user in the period.' }),
    userCoinLimit: Type.String({ description: 'How many the user can get; -1 for no maximum.' }),
    userLimitPeriod: PeriodField(),
    periodEnd: Nullable(Timestamp({ description: 'When both limits count anew; null for never.' })),
    full: Type.Boolean({ description: 'Whether the rule has all its participants, and the user is none.' }),
    startsAt: Nullable(Timestamp()),
    endsAt: Nullable(Timestamp()),
  },
  {
    schemaName: 'OwnProgress',
    examples: [
      {
        ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
        ruleName: 'five visits',
        displayName: 'Visit us five times',
        condition: 'The user has visited a shop',
        type: 'batched',
        coinValue: '2.5',
        perUnit: false,
        progress: 3,
        needed: 5,
        countPer: 'day',
        consecutive: true,
        countedUntil: null,
        streakEndsAt: '2026-03-07T23:00:00.000Z',
        rules: [],
        userAwards: 1,
        userLimitAward: '3',
        userCoins: '2.5',
        userCoinLimit: '-1',
        userLimitPeriod: 'month',
        periodEnd: '2026-04-01T00:00:00.000Z',
        full: false,
        startsAt: null,
        endsAt: '2026-12-31T23:00:00.000Z',
      },
    ],
  },
)

export function memberProgressData({ rule, ...current }: MemberProgress) {
  const active = new Set(activeSubRules(rule))
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    displayName: rule.displayName,
    condition: rule.condition,
    type: rule.type,
    coinValue: formatCoins(rule.coins),
    perUnit: rule.perUnit,
    progress: current.reached,
    needed: current.needed,
    countPer: rule.countPer,
    consecutive: rule.consecutive,
    countedUntil: current.countedUntil?.toISOString() ?? null,
    streakEndsAt: current.streakEndsAt?.toISOString() ?? null,
    rules: rule.subRules
      .filter(({ name }) => active.has(name))
      .map(({ name, condition }) => ({ name, condition, done: current.subRulesDone.includes(name) })),
    userAwards: current.awards,
    userLimitAward: String(rule.userAwardsMax ?? -1),
    userCoins: formatCoins(current.coins),
    userCoinLimit: limitData(rule.userCoinsMax),
    userLimitPeriod: rule.userLimitPeriod,
    periodEnd: current.limitsEndAt?.toISOString() ?? null,
    full: current.isFull,
    startsAt: rule.startsAt?.toISOString() ?? null,
    endsAt: rule.endsAt?.toISOString() ?? null,
  }
}

const limitData = (max: Coins | null) => (max === null ? '-1' : formatCoins(max))
