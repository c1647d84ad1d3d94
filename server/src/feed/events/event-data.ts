import { type TSchema, Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { capitalized } from '../../http/reference/open-api-document.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import {
  ACTIVITY_EVENT_EXAMPLE,
  ACTIVITY_ID_EXAMPLE,
  ActivityEventData,
  ActivityIdField,
} from '../../programme/activities/activity-data.ts'
import type { Award, Reversal } from '../../programme/awards/award.ts'
import {
  AWARD_EXAMPLE,
  AwardData,
  AwardReasonField,
  awardData,
  COUNTERS_EXAMPLE,
  CountersData,
  countersData,
  ReversalData,
  reversalData,
} from '../../programme/awards/award-data.ts'
import { type CoinTransaction, isHoldKind } from '../../programme/coins/coin-transaction.ts'
import {
  coinTransactionData,
  NARRATIONS,
  TransactionData,
  transactionType,
} from '../../programme/coins/transaction-data.ts'
import { coinsAsNumber, formatCoins } from '../../programme/ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData } from '../../programme/ledger/record-data.ts'
import { IdentifiedData, MembershipData } from '../../programme/members/membership-data.ts'
import {
  RETURN_EVENT_EXAMPLE,
  RefusedReturnEventData,
  ReturnEventData,
} from '../../programme/returns/return-data.ts'
import { formatUnits } from '../../programme/rules/rule.ts'
import { RULE_EXAMPLE, RuleData } from '../../programme/rules/rule-data.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'
import { HOLD_EVENTS, holdEventData } from './hold-event-data.ts'
import { EventDataOf, RECORD_EXAMPLE, recordData, recordFields } from './record-event-data.ts'

const AwardEventData = EventDataOf('AwardEventData', {
  ...AwardData.properties,
  reason: Nullable(AwardReasonField({ description: 'Why the award was refused.' })),
  retryAt: Nullable(Timestamp({ description: 'When a later try could pay.' })),
  counters: CountersData,
  coins: Type.String(),
  units: Nullable(Type.String()),
  coinsPerUnit: Nullable(Type.String()),
  ruleVersion: Type.Integer(),
  activityId: ActivityIdField(),
  availableAt: Type.Optional(Timestamp({ description: 'When the coins can be spent; absent for at once.' })),
  expiresAt: Type.Optional(Timestamp({ description: 'When the coins expire; absent for never.' })),
  ...recordFields,
})

const awardExample = (awarded: boolean, reason: string | null, counters: object) => ({
  ...AWARD_EXAMPLE,
  awarded,
  reason,
  retryAt: null,
  counters: { ...COUNTERS_EXAMPLE, ...counters },
  coins: awarded ? '10' : '0',
  units: null,
  coinsPerUnit: null,
  ruleVersion: 1,
  activityId: awarded ? ACTIVITY_ID_EXAMPLE : null,
  ...RECORD_EXAMPLE,
})

const ReversalEventData = EventDataOf('ReversalEventData', {
  ...ReversalData.properties,
  returnId: Nullable(Type.String({ description: 'The return that it is part of.' })),
  ...recordFields,
})
const RefusedReversalData = EventDataOf('RefusedReversalEventData', {
  ...AwardData.properties,
  reversalId: Type.String(),
  coins: Type.String(),
  reason: ReasonField(),
  narration: ReversalData.properties.narration,
  ...recordFields,
})

const transactionFields = {
  originalId: Nullable(Type.String({ description: 'The transfer of a refund.' })),
  holdId: Type.Optional(Type.String({ description: 'The hold that a transfer captured.' })),
  returnId: Nullable(Type.String({ description: 'The return that a refund is part of.' })),
  ...recordFields,
}
const TransactionEventData = EventDataOf('TransactionEventData', {
  ...TransactionData.properties,
  ...transactionFields,
})
const RefusedTransactionData = EventDataOf('RefusedTransactionEventData', {
  ...TransactionData.properties,
  reason: ReasonField(),
  ...transactionFields,
})
const TRANSACTION_EXAMPLE = {
  ...(exampleOf(TransactionData) as object),
  originalId: null,
  returnId: null,
  ...RECORD_EXAMPLE,
}

const { id, userId, debitOrCredit, coins, transactionType: type_, narration } = TransactionData.properties
const movementFields = { id, userId, debitOrCredit, coins, transactionType: type_, narration }

const SettlementData = EventDataOf('SettlementEventData', {
  ...movementFields,
  originalId: Type.String({ description: 'The award, refund, adjustment or end of a hold that it follows.' }),
  ...recordFields,
})

const ExpiryData = EventDataOf('ExpiryEventData', {
  ...movementFields,
  expiresAt: Timestamp({ description: 'From when the coins could not be spent any more.' }),
  ...recordFields,
})

const ExpiryNoticeData = EventDataOf('ExpiryNoticeEventData', {
  userId: Type.String(),
  coins: Type.String({ description: 'How many coins expire then, as of now.' }),
  expiresAt: Timestamp({
    description: 'From when they cannot be spent: the start of a day in the timeZone of the programme.',
  }),
})

const OpeningData = EventDataOf('OpeningEventData', { ...movementFields, ...recordFields })

const RuleEventData = EventDataOf('RuleEventData', { ...RuleData.properties, actor: ActorData })

const ruleChange = { schema: RuleEventData, example: { ...RULE_EXAMPLE, actor: ACTOR_EXAMPLE } }
const ruleTransition = { schema: RuleData, example: RULE_EXAMPLE }
const identified = { schema: IdentifiedData, example: exampleOf(IdentifiedData) }
const updated = {
  schema: EventDataOf('UserUpdatedEventData', {
    ...IdentifiedData.properties,
    attributes: Type.Array(Type.String(), { description: 'The names of the attributes that changed.' }),
    actor: ActorData,
  }),
  example: { ...(exampleOf(IdentifiedData) as object), attributes: ['city', 'tier'], actor: ACTOR_EXAMPLE },
}
const membership = { schema: MembershipData, example: exampleOf(MembershipData) }
const transaction = (change: object) => ({
  schema: TransactionEventData,
  example: { ...TRANSACTION_EXAMPLE, ...change },
})
const refusedTransaction = (reason: string, change: object = {}) => ({
  schema: RefusedTransactionData,
  example: { ...TRANSACTION_EXAMPLE, ...change, reason },
})
const REFUND = { debitOrCredit: 'CR', transactionType: 'partner_user_refund', narration: NARRATIONS.refund }
const ADJUSTMENT = { debitOrCredit: 'CR', transactionType: 'partner_user_adjustment', narration: 'Goodwill' }

/** The data of each type: the response data of its endpoint and more, and an example. */
const DATA: Record<EventType, { schema: TSchema; example: unknown }> = {
  'rule.created': ruleChange,
  'rule.updated': ruleChange,
  'rule.started': ruleTransition,
  'rule.ended': ruleTransition,
  'rule.exhausted': ruleTransition,
  'rule.full': ruleTransition,
  'user.onboarded': identified,
  'user.updated': updated,
  'user.left': membership,
  'user.claimed': identified,
  'user.erased': {
    schema: MembershipData,
    example: { ...(exampleOf(MembershipData) as object), userData: null },
  },
  'award.counted': {
    schema: AwardEventData,
    example: awardExample(false, null, { progress: 2, completionNumber: 5, userAwards: 0 }),
  },
  'award.paid': { schema: AwardEventData, example: awardExample(true, null, {}) },
  'award.refused': {
    schema: AwardEventData,
    example: awardExample(false, 'user_limit_reached', { userLimitAward: 1 }),
  },
  'award.reversed': {
    schema: ReversalEventData,
    example: { ...(exampleOf(ReversalData) as object), returnId: null, ...RECORD_EXAMPLE },
  },
  'reversal.refused': {
    schema: RefusedReversalData,
    example: {
      ...AWARD_EXAMPLE,
      reversalId: '0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f',
      coins: '10',
      reason: 'insufficient_coins',
      narration: null,
      ...RECORD_EXAMPLE,
    },
  },
  'coins.transferred': transaction({}),
  'transfer.refused': refusedTransaction('insufficient_coins'),
  'coins.refunded': transaction(REFUND),
  'refund.refused': refusedTransaction('already_refunded', REFUND),
  'coins.adjusted': transaction(ADJUSTMENT),
  'adjustment.refused': refusedTransaction('balance_limit', ADJUSTMENT),
  'coins.settled': {
    schema: SettlementData,
    example: {
      id: '0198c5f1-6b7c-7d8e-9f0a-1b2c3d4e5f60',
      userId: AWARD_EXAMPLE.userId,
      debitOrCredit: 'DE',
      coins: 4,
      transactionType: 'user_partner_settlement',
      narration: NARRATIONS.settlement,
      originalId: AWARD_EXAMPLE.id,
      ...RECORD_EXAMPLE,
    },
  },
  'coins.opened': {
    schema: OpeningData,
    example: {
      id: '0198c5f2-7c8d-7e9f-8a1b-2c3d4e5f6071',
      userId: AWARD_EXAMPLE.userId,
      debitOrCredit: 'CR',
      coins: 12.5,
      transactionType: 'partner_user_opening',
      narration: NARRATIONS.opening,
      ...RECORD_EXAMPLE,
    },
  },
  'coins.expiring': {
    schema: ExpiryNoticeData,
    example: { userId: AWARD_EXAMPLE.userId, coins: '12.5', expiresAt: '2026-04-01T00:00:00.000Z' },
  },
  'coins.expired': {
    schema: ExpiryData,
    example: {
      id: '0198c5f4-9eaf-7a1b-8c2d-4e5f60718293',
      userId: AWARD_EXAMPLE.userId,
      debitOrCredit: 'DE',
      coins: 12.5,
      transactionType: 'user_partner_expiry',
      narration: NARRATIONS.expiry,
      expiresAt: '2026-03-01T00:00:00.000Z',
      ...RECORD_EXAMPLE,
    },
  },
  ...HOLD_EVENTS,
  'order.returned': { schema: ReturnEventData, example: RETURN_EVENT_EXAMPLE },
  'return.refused': {
    schema: RefusedReturnEventData,
    example: { ...RETURN_EVENT_EXAMPLE, share: '0.7', reason: 'return_exceeds' },
  },
  'activity.recorded': { schema: ActivityEventData, example: ACTIVITY_EVENT_EXAMPLE },
}

export const EventData = Type.Union(
  EVENT_TYPES.map((type) =>
    Type.Object(
      {
        seq: Type.Integer({ description: 'The sequence number of the event, from 1 without gaps.' }),
        type: Type.Literal(type),
        createdAt: Timestamp(),
        data: DATA[type].schema,
      },
      {
        schemaName: `${type.split('.').map(capitalized).join('')}Event`,
        keepsExamples: true,
        examples: [exampleEvent(type)],
      },
    ),
  ),
  { schemaName: 'Event', discriminatedBy: 'type', examples: [exampleEvent('award.paid')] },
)

function exampleEvent(type: EventType) {
  return {
    seq: EVENT_TYPES.indexOf(type) + 1,
    type,
    createdAt: '2026-03-01T09:30:00.000Z',
    data: DATA[type].example,
  }
}

export const EVENT_EXAMPLES = (['award.paid', 'coins.transferred'] as const).map(exampleEvent)

function exampleOf(schema: TSchema): unknown {
  return (schema as { examples?: unknown[] }).examples?.[0]
}

export const awardEventData = (partnerId: string, award: Award & { activityId: string | null }) => ({
  ...awardData(partnerId, award),
  reason: award.reason,
  retryAt: award.retryAt?.toISOString() ?? null,
  counters: countersData(award),
  coins: formatCoins(award.coins),
  units: award.units === null ? null : formatUnits(award.units),
  coinsPerUnit: award.coinsPerUnit === null ? null : formatCoins(award.coinsPerUnit),
  ruleVersion: award.ruleVersion,
  activityId: award.activityId,
  ...(award.availableAt && { availableAt: award.availableAt.toISOString() }),
  ...(award.expiresAt && { expiresAt: award.expiresAt.toISOString() }),
  ...recordData(award),
})

export function reversalEventData(partnerId: string, reversal: Reversal) {
  const { balance, points, actor, reason, award, returnId } = reversal
  const record = recordData({ balance, points, actor, reference: award.reference, metadata: null })
  if (reversal.outcome === 'reversed') return { ...reversalData(partnerId, reversal), returnId, ...record }
  const { narration } = reversal
  const request = { reversalId: reversal.id, coins: formatCoins(reversal.coins), reason, narration }
  return { ...awardData(partnerId, award), ...request, ...record }
}

export function transactionEventData(partnerId: string, transaction: CoinTransaction) {
  if (transaction.kind === 'settlement')
    return {
      ...withoutParties({ ...transaction, kind: transaction.kind }),
      originalId: transaction.originalId,
      ...recordData(transaction),
    }
  const { kind } = transaction
  if (kind === 'opening') return { ...withoutParties({ ...transaction, kind }), ...recordData(transaction) }
  if (kind === 'expiry') {
    const expiresAt = transaction.expiresAt?.toISOString()
    return { ...withoutParties({ ...transaction, kind }), expiresAt, ...recordData(transaction) }
  }
  if (isHoldKind(kind)) return holdEventData(transaction)
  const { originalId, holdId, returnId, reason } = transaction
  return {
    ...coinTransactionData(partnerId, transaction),
    originalId,
    ...(holdId && { holdId }),
    returnId,
    ...(reason && { reason }),
    ...recordData(transaction),
  }
}

const withoutParties = (transaction: CoinTransaction & { kind: 'settlement' | 'opening' | 'expiry' }) => ({
  id: transaction.id,
  userId: transaction.userId,
  debitOrCredit: transaction.isCredit ? 'CR' : 'DE',
  coins: coinsAsNumber(transaction.coins),
  transactionType: transactionType(transaction),
  narration: NARRATIONS[transaction.kind],
})

export const eventData = ({ seq, type, createdAt, data }: Event) => ({
  seq: Number(seq),
  type,
  createdAt: createdAt.toISOString(),
  data,
})
