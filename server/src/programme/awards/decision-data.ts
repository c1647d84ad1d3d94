import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import { returnRefusal, transactionRefusal } from '../coins/refusals.ts'
import { formatShare } from '../coins/share.ts'
import { DebitOrCreditField } from '../coins/transaction-data.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../ledger/record-data.ts'
import { formatUnits } from '../rules/rule.ts'
import type { FoundAward, Reversal } from './award.ts'
import {
  AWARD_EXAMPLE,
  AwardData,
  AwardOutcomeField,
  AwardReasonField,
  awardData,
  awardRefusal,
  COUNTERS_EXAMPLE,
  CountersData,
  countersData,
  reversalRefusal,
  ShortfallField,
} from './award-data.ts'
import { leftOf } from './decide-reversal.ts'
import { DECISION_KINDS, type Decision, type ReturnDecision } from './decision.ts'

/** Every decision has these fields beside its id, kind, user and outcome. */
const commonFields = {
  explanation: Nullable(Type.String({ description: 'The refusal as a sentence.' })),
  coins: Type.String(),
  balance: Type.String({ description: 'Of the wallet, after this and the settlement that may follow.' }),
  points: Type.String(),
  actor: ActorData,
  ...LabelsData,
  retryAt: Nullable(Timestamp({ description: 'When a later try could pay.' })),
  seq: Type.Integer({ description: 'The number of its event.' }),
  createdAt: Timestamp(),
}

const COMMON_EXAMPLE = {
  explanation: null,
  coins: '10',
  balance: '12.5',
  points: '16.5',
  actor: ACTOR_EXAMPLE,
  reference: 'order-1042',
  metadata: null,
  retryAt: null,
  seq: 1042,
  createdAt: '2026-03-01T09:30:00.000Z',
}

export const AwardDecisionData = Type.Object(
  {
    ...AwardData.properties,
    kind: Type.Literal('award'),
    outcome: AwardOutcomeField(),
    reason: Nullable(AwardReasonField({ description: 'Why the award was refused.' })),
    ...commonFields,
    counters: CountersData,
    ruleVersion: Type.Integer(),
    units: Nullable(Type.String()),
    reversed: Type.Boolean({ description: 'Whether nothing of it is left.' }),
    left: Type.String({ description: 'What can still be taken back.' }),
  },
  {
    schemaName: 'AwardDecision',
    examples: [
      {
        ...AWARD_EXAMPLE,
        kind: 'award',
        outcome: 'paid',
        reason: null,
        ...COMMON_EXAMPLE,
        counters: COUNTERS_EXAMPLE,
        ruleVersion: 1,
        units: null,
        reversed: false,
        left: '10',
      },
    ],
  },
)

const OTHER_KINDS = DECISION_KINDS.filter((kind) => kind !== 'award' && kind !== 'return')

/** Of what not every kind has. */
const NOT_OF_ALL = {
  note: null,
  awardId: null,
  ruleName: null,
  originalId: null,
  returnId: null,
  taken: null,
  owed: null,
  writtenOff: null,
  left: null,
}

const OtherDecisionData = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(OTHER_KINDS, { schemaName: 'CoinDecisionKind' }),
    userId: Type.String(),
    partnerId: Type.String(),
    outcome: OneOf(['moved', 'reversed', 'refused'], { schemaName: 'CoinOutcome' }),
    reason: Nullable(ReasonField({ description: 'Why it was refused.' })),
    ...commonFields,
    debitOrCredit: DebitOrCreditField({ description: 'CR when coins enter the wallet.' }),
    note: Nullable(Type.String({ description: 'The narration.' })),
    awardId: Nullable(Type.String({ description: 'The award of a reversal.' })),
    ruleName: Nullable(Type.String({ description: 'The rule of that award.' })),
    originalId: Nullable(Type.String({ description: 'The transfer of a refund.' })),
    returnId: Nullable(Type.String({ description: 'The return that a refund or a reversal is part of.' })),
    taken: Nullable(Type.String({ description: 'What the wallet gave to a reversal.' })),
    owed: Nullable(Type.String()),
    writtenOff: Nullable(Type.String()),
    left: Nullable(Type.String({ description: 'What a reversal left of the award.' })),
  },
  {
    schemaName: 'CoinDecision',
    examples: [
      {
        id: '0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f',
        kind: 'transfer',
        userId: AWARD_EXAMPLE.userId,
        partnerId: AWARD_EXAMPLE.partnerId,
        outcome: 'refused',
        reason: 'insufficient_coins',
        ...COMMON_EXAMPLE,
        explanation: 'The wallet holds 12.5 coins; transfer at most that many.',
        coins: '20',
        debitOrCredit: 'DE',
        ...NOT_OF_ALL,
      },
    ],
  },
)

const ReturnDecisionData = Type.Object(
  {
    id: Type.String({ description: 'The `returnId` of its refunds and reversals.' }),
    kind: Type.Literal('return'),
    userId: Nullable(Type.String({ description: 'Always null: an order can be of several users.' })),
    partnerId: Type.String(),
    outcome: OneOf(['returned', 'refused'], { schemaName: 'ReturnOutcome' }),
    reason: Nullable(ReasonField({ description: 'Why it was refused.' })),
    ...commonFields,
    coins: Nullable(
      Type.String({ description: 'Always null: its refunds and reversals are decisions with the coins.' }),
    ),
    balance: Nullable(Type.String()),
    points: Nullable(Type.String()),
    reference: Type.String(),
    share: Type.String({ description: 'How much of the order it was about.' }),
    shareTotal: Type.String({ description: 'Of all returns of the order so far.' }),
    shortfall: ShortfallField({ description: 'What was asked for when a wallet holds too few coins.' }),
  },
  {
    schemaName: 'ReturnDecision',
    examples: [
      {
        id: '0198c5f2-7c8d-7e9f-8a0b-1c2d3e4f5a6b',
        kind: 'return',
        userId: null,
        partnerId: AWARD_EXAMPLE.partnerId,
        outcome: 'returned',
        reason: null,
        ...COMMON_EXAMPLE,
        coins: null,
        balance: null,
        points: null,
        share: '0.4',
        shareTotal: '0.4',
        shortfall: 'refuse',
      },
    ],
  },
)

export const DecisionData = Type.Union([AwardDecisionData, OtherDecisionData, ReturnDecisionData], {
  schemaName: 'Decision',
  discriminatedBy: 'kind',
})

export const DECISION_EXAMPLES = [AwardDecisionData, OtherDecisionData, ReturnDecisionData].flatMap(
  (schema) => (schema as { examples?: unknown[] }).examples ?? [],
)

type Common = Pick<FoundAward, 'coins' | 'balance' | 'points' | 'actor' | 'seq' | 'createdAt'> & {
  reference: string | null
  metadata: Record<string, string> | null
  retryAt?: Date | null
}

const commonData = (record: Common, explanation: string | null) => ({
  explanation,
  coins: formatCoins(record.coins),
  balance: formatCoins(record.balance),
  points: formatCoins(record.points),
  actor: record.actor,
  reference: record.reference,
  metadata: record.metadata,
  retryAt: record.retryAt?.toISOString() ?? null,
  seq: Number(record.seq),
  createdAt: record.createdAt.toISOString(),
})

export function awardDecisionData(partnerId: string, award: FoundAward) {
  return {
    ...awardData(partnerId, award),
    kind: 'award' as const,
    outcome: award.outcome,
    reason: award.reason,
    ...commonData(award, award.reason && awardRefusal(award).message),
    counters: countersData(award),
    ruleVersion: award.ruleVersion,
    units: award.units === null ? null : formatUnits(award.units),
    reversed: award.remaining === 0n,
    left: formatCoins(leftOf(award)),
  }
}

const coinsOrNull = (coins: Coins | null) => (coins === null ? null : formatCoins(coins))

function reversalDecisionData(partnerId: string, reversal: Reversal) {
  const { award, outcome, reason } = reversal
  const { reference, userId } = award
  return {
    id: reversal.id,
    kind: 'reversal' as const,
    userId,
    partnerId,
    outcome,
    reason,
    ...commonData({ ...reversal, reference, metadata: null }, reason && reversalRefusal(reversal).message),
    debitOrCredit: 'DE' as const,
    ...NOT_OF_ALL,
    awardId: award.id,
    ruleName: award.ruleName,
    returnId: reversal.returnId,
    taken: formatCoins(reversal.taken),
    owed: formatCoins(reversal.owed),
    writtenOff: formatCoins(reversal.writtenOff),
    left: coinsOrNull(reversal.remaining),
  }
}

function returnDecisionData(partnerId: string, returned: ReturnDecision) {
  const { id, outcome, reason, detail, actor, reference, seq, share, shareTotal, shortfall } = returned
  return {
    id,
    kind: 'return' as const,
    userId: null,
    partnerId,
    outcome,
    reason,
    explanation: reason && returnRefusal(reason, detail ?? '').message,
    coins: null,
    balance: null,
    points: null,
    actor,
    reference,
    metadata: null,
    retryAt: null,
    seq: Number(seq),
    createdAt: returned.createdAt.toISOString(),
    share: formatShare(share),
    shareTotal: formatShare(shareTotal),
    shortfall,
  }
}

export function decisionData(partnerId: string, decision: Decision) {
  if (decision.kind === 'award') return awardDecisionData(partnerId, decision.record)
  if (decision.kind === 'reversal') return reversalDecisionData(partnerId, decision.record)
  if (decision.kind === 'return') return returnDecisionData(partnerId, decision.record)
  const { kind, record } = decision
  const { id, userId, outcome, reason, originalId, returnId } = record
  return {
    id,
    kind,
    userId,
    partnerId,
    outcome,
    reason,
    ...commonData(record, reason && transactionRefusal(record).message),
    debitOrCredit: record.isCredit ? ('CR' as const) : ('DE' as const),
    ...NOT_OF_ALL,
    note: record.narration,
    originalId,
    returnId,
  }
}
