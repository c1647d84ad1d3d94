import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import { ACTIVITY_ID_EXAMPLE, ActivityIdField } from '../activities/activity-data.ts'
import type { FoundAward, Reversal } from '../awards/award.ts'
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
} from '../awards/award-data.ts'
import { leftOf } from '../awards/decide-reversal.ts'
import { returnRefusal, transactionRefusal } from '../coins/refusals.ts'
import { formatShare } from '../coins/share.ts'
import { DebitOrCreditField } from '../coins/transaction-data.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../ledger/record-data.ts'
import type { ReturnDecision } from '../returns/return.ts'
import { formatUnits } from '../rules/rule.ts'
import { HISTORY_KINDS, type HistoryLine, isOfHold } from './decision.ts'
import { MembershipChangeData, membershipChangeData } from './membership-change-data.ts'

/** Every decision has these fields beside its id, kind, user and outcome. */
const commonFields = {
  explanation: Nullable(Type.String({ description: 'The refusal as a sentence.' })),
  coins: Type.String(),
  balance: Type.String({ description: 'Of the wallet, after this and the settlement that may follow.' }),
  balanceAfter: Type.String({ description: 'Of the wallet, after this line alone.' }),
  points: Type.String(),
  parentId: Nullable(
    Type.String({
      description:
        'What it corrects or follows: the award of a reversal, the transfer of a refund, the credit or the end of a hold that a settlement follows, the hold that was extended, captured, released or over.',
    }),
  ),
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
  balanceAfter: '12.5',
  points: '16.5',
  parentId: null,
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
    activityId: ActivityIdField(),
    availableAt: Nullable(
      Timestamp({
        description: 'When the coins can be spent; null for at once, and for an award that paid none.',
      }),
    ),
    expiresAt: Nullable(Timestamp({ description: 'When the coins expire; null for never.' })),
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
        activityId: ACTIVITY_ID_EXAMPLE,
        availableAt: null,
        expiresAt: '2027-04-01T00:00:00.000Z',
        ruleVersion: 1,
        units: null,
        reversed: false,
        left: '10',
      },
    ],
  },
)

const OTHER_KINDS = HISTORY_KINDS.filter(
  (kind) => kind !== 'award' && kind !== 'return' && kind !== 'membership',
)

/** Of what not every kind has. */
const NOT_OF_ALL = {
  note: null,
  awardId: null,
  ruleName: null,
  ruleVersion: null,
  originalId: null,
  returnId: null,
  available: null,
  holdId: null,
  expiresAt: null,
  taken: null,
  fromExpired: null,
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
    outcome: OneOf(['moved', 'reversed', 'refused'], {
      schemaName: 'CoinOutcome',
      description: '`moved` also for what was done to a hold.',
    }),
    reason: Nullable(ReasonField({ description: 'Why it was refused.' })),
    ...commonFields,
    debitOrCredit: Nullable(
      DebitOrCreditField({
        description:
          'CR when coins enter the wallet; null for a hold, whose coins stay in the wallet until a transfer captures them.',
      }),
    ),
    note: Nullable(Type.String({ description: 'The narration; of a reversal, why it was made.' })),
    awardId: Nullable(Type.String({ description: 'The award of a reversal.' })),
    ruleName: Nullable(Type.String({ description: 'The rule of that award.' })),
    ruleVersion: Nullable(
      Type.Integer({ description: 'The version of the rule that the award was paid by.' }),
    ),
    originalId: Nullable(
      Type.String({ description: 'The transfer of a refund, or what a settlement follows.' }),
    ),
    returnId: Nullable(Type.String({ description: 'The return that a refund or a reversal is part of.' })),
    available: Nullable(
      Type.String({ description: 'What could be spent of the balance; null for a reversal.' }),
    ),
    holdId: Nullable(Type.String({ description: 'The hold that it is about, or that a transfer captured.' })),
    expiresAt: Nullable(
      Timestamp({
        description:
          'When the coins of a credit expire, when expired ones did, or when the hold ends; null for never.',
      }),
    ),
    taken: Nullable(Type.String({ description: 'What the wallet gave to a reversal.' })),
    fromExpired: Nullable(Type.String({ description: 'What a reversal took of expired coins.' })),
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
        explanation: 'Of the 12.5 coins in the wallet, 8.5 can be spent now; transfer at most that many.',
        coins: '20',
        debitOrCredit: 'DE',
        ...NOT_OF_ALL,
        available: '8.5',
      },
      {
        id: '0198c5f3-8d9e-7f0a-9b1c-3d4e5f607182',
        kind: 'hold',
        userId: AWARD_EXAMPLE.userId,
        partnerId: AWARD_EXAMPLE.partnerId,
        outcome: 'moved',
        reason: null,
        ...COMMON_EXAMPLE,
        coins: '4',
        debitOrCredit: null,
        ...NOT_OF_ALL,
        available: '4.5',
        holdId: '0198c5f3-8d9e-7f0a-9b1c-3d4e5f607182',
        expiresAt: '2026-03-01T09:45:00.000Z',
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
    balanceAfter: Nullable(Type.String()),
    points: Nullable(Type.String()),
    ruleVersion: Nullable(Type.Integer({ description: 'Always null.' })),
    note: Nullable(Type.String({ description: 'Why the order came back.' })),
    reference: Type.String(),
    share: Type.String({ description: 'How much of the order it was about.' }),
    shareTotal: Type.String({ description: 'Of all returns of the order so far.' }),
    shortfall: ShortfallField({ description: 'What to do when too few coins can be taken.' }),
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
        balanceAfter: null,
        points: null,
        ruleVersion: null,
        note: 'Damaged',
        share: '0.4',
        shareTotal: '0.4',
        shortfall: 'refuse',
      },
    ],
  },
)

export const DecisionData = Type.Union(
  [AwardDecisionData, OtherDecisionData, ReturnDecisionData, MembershipChangeData],
  { schemaName: 'Decision', discriminatedBy: 'kind' },
)

export const DECISION_EXAMPLES = [
  AwardDecisionData,
  OtherDecisionData,
  ReturnDecisionData,
  MembershipChangeData,
].flatMap((schema) => (schema as { examples?: unknown[] }).examples ?? [])

type Common = Pick<FoundAward, 'coins' | 'balance' | 'points' | 'actor' | 'seq' | 'createdAt'> & {
  reference: string | null
  metadata: Record<string, string> | null
  retryAt?: Date | null
  settled?: Coins | null
}

type Beside = { explanation: string | null; parentId?: string | null }

const commonData = (record: Common, { explanation, parentId = null }: Beside) => ({
  explanation,
  coins: formatCoins(record.coins),
  balance: formatCoins(record.balance),
  balanceAfter: formatCoins(record.balance + (record.settled ?? 0n)),
  points: formatCoins(record.points),
  parentId,
  actor: record.actor,
  reference: record.reference,
  metadata: record.metadata,
  retryAt: record.retryAt?.toISOString() ?? null,
  seq: Number(record.seq),
  createdAt: record.createdAt.toISOString(),
})

type AwardLine = Extract<HistoryLine, { kind: 'award' }>

export function awardDecisionData(partnerId: string, { record: award, activityId }: AwardLine) {
  return {
    ...awardData(partnerId, award),
    kind: 'award' as const,
    outcome: award.outcome,
    reason: award.reason,
    ...commonData(award, { explanation: award.reason && awardRefusal(award).message }),
    counters: countersData(award),
    activityId,
    availableAt: award.availableAt?.toISOString() ?? null,
    expiresAt: award.expiresAt?.toISOString() ?? null,
    ruleVersion: award.ruleVersion,
    units: award.units === null ? null : formatUnits(award.units),
    reversed: award.remaining === 0n,
    left: formatCoins(leftOf(award)),
  }
}

const coinsOrNull = (coins: Coins | null) => (coins === null ? null : formatCoins(coins))

function reversalDecisionData(partnerId: string, reversal: Reversal, returnNote: string | null) {
  const { award, outcome, reason } = reversal
  const { reference, userId } = award
  return {
    id: reversal.id,
    kind: 'reversal' as const,
    userId,
    partnerId,
    outcome,
    reason,
    ...commonData(
      { ...reversal, reference, metadata: null },
      { explanation: reason && reversalRefusal(reversal).message, parentId: award.id },
    ),
    debitOrCredit: 'DE' as const,
    ...NOT_OF_ALL,
    note: reversal.narration ?? returnNote,
    awardId: award.id,
    ruleName: award.ruleName,
    ruleVersion: award.ruleVersion,
    returnId: reversal.returnId,
    taken: formatCoins(reversal.taken),
    fromExpired: formatCoins(reversal.fromExpired),
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
    balanceAfter: null,
    points: null,
    parentId: null,
    ruleVersion: null,
    note: returned.narration,
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

export function decisionData(partnerId: string, line: HistoryLine) {
  if (line.kind === 'award') return awardDecisionData(partnerId, line)
  if (line.kind === 'reversal') return reversalDecisionData(partnerId, line.record, line.returnNote)
  if (line.kind === 'return') return returnDecisionData(partnerId, line.record)
  if (line.kind === 'membership') return membershipChangeData(partnerId, line.record)
  const { kind, record, returnNote } = line
  const { id, userId, outcome, reason, originalId, returnId, holdId } = record
  return {
    id,
    kind,
    userId,
    partnerId,
    outcome,
    reason,
    ...commonData(record, {
      explanation: reason && transactionRefusal(record).message,
      parentId: originalId ?? (holdId === id ? null : holdId),
    }),
    debitOrCredit: isOfHold(kind) ? null : record.isCredit ? ('CR' as const) : ('DE' as const),
    ...NOT_OF_ALL,
    note: record.narration ?? returnNote,
    originalId,
    returnId,
    available: formatCoins(record.available ?? record.balance),
    holdId,
    expiresAt: record.expiresAt?.toISOString() ?? null,
  }
}
