import { type Static, Type } from 'typebox'
import { DryRun } from '../../http/input/dry-run.ts'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import type { Award } from '../awards/award.ts'
import {
  AWARD_EXAMPLE,
  AwardData,
  AwardOutcomeField,
  AwardReasonField,
  awardData,
  COUNTERS_EXAMPLE,
  CountersData,
  countersData,
} from '../awards/award-data.ts'
import type { Decided } from '../coin-calls/coin-call.ts'
import { expandedFields, expansionOf, WalletData, walletAfter } from '../coin-calls/expand.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../ledger/record-data.ts'
import type { Activity, RefusedRule, RuleEvaluation } from './activity.ts'
import { refusalOf, type StoredRefusal } from './activity-store.ts'
import { hasMatched, LISTENER_OUTCOMES } from './decide-activity.ts'

const PARTS = ['evaluations', 'wallet'] as const
const PARTS_MUST = `name ${PARTS.join(', ')} or both, separated by a comma`

const Expand = (parts: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(?:(?:${parts.join('|')})(?:,(?:${parts.join('|')}))*)?$`,
      must: parts.length === 1 ? `be ${parts[0]}` : PARTS_MUST,
      description,
      examples: [parts.join(',')],
    }),
  )

/** The query of calls that tell activities. */
export const ActivityQuery = Type.Object({
  expand: Expand(
    PARTS,
    'Adds to `data`: `evaluations`, every rule that listens to the type with what came of it; `wallet`, the coins and points after it. Both can be named, separated by a comma. A retry may ask for more than the first request.',
  ),
  dryRun: DryRun(),
})

export const StoredActivityQuery = Type.Object({
  expand: Expand(['evaluations'], 'Adds every rule that listened to the type, with what came of it.'),
})

export const ACTIVITY_ID_EXAMPLE = '0198c5f3-8d9e-7f0a-8b1c-2d3e4f506172'

/** Of an award. */
export const ActivityIdField = () =>
  Nullable(Type.String({ description: 'The activity that led to it; null when it was awarded by name.' }))

type ExpandQuery = { expand?: string }

const expands = ({ expand = '' }: ExpandQuery, part: (typeof PARTS)[number]) =>
  expand.split(',').includes(part)

const { decision } = expandedFields({
  schemaName: 'AwardCallDecision',
  outcome: AwardOutcomeField(),
  counters: CountersData,
})

const DECIDED_AWARD_EXAMPLE = {
  ...AWARD_EXAMPLE,
  note: null,
  decision: {
    outcome: 'paid',
    reason: null,
    coins: '10',
    counters: COUNTERS_EXAMPLE,
    seq: 1043,
    ruleVersion: 1,
  },
}

const DecidedAwardData = Type.Object(
  { ...AwardData.properties, decision },
  { schemaName: 'DecidedAward', examples: [DECIDED_AWARD_EXAMPLE] },
)

const ruleFields = {
  ruleId: Type.String({ description: "The rule's id; the combined rule's of a sub-rule." }),
  ruleName: Type.String({ description: 'Of the rule, or of the sub-rule.' }),
}

const RefusedRuleData = Type.Object(
  {
    ...ruleFields,
    reason: AwardReasonField(),
    retryAt: Type.Optional(
      Timestamp({ description: 'When a later activity could pay; absent if none could.' }),
    ),
  },
  { schemaName: 'RefusedRule' },
)

const UNMATCHED = LISTENER_OUTCOMES.filter((outcome) => !hasMatched(outcome))

const EvaluationData = Type.Object(
  {
    ...ruleFields,
    ruleVersion: Type.Integer(),
    matched: Type.Boolean({ description: 'Whether it was decided. A rule that refused did match.' }),
    outcome: Nullable(AwardOutcomeField()),
    reason: Nullable(
      OneOf(UNMATCHED, { schemaName: 'UnmatchedReason', description: 'Why it did not match.' }),
    ),
    error: Nullable(Type.String({ description: 'Why an expression failed: names and kinds, never values.' })),
  },
  { schemaName: 'RuleEvaluation' },
)

const resultFields = {
  id: Type.String(),
  seq: Nullable(Type.Integer({ description: 'The number of its event; null in a dry run.' })),
  type: Type.String(),
  userId: Type.String({ description: 'Empty in a dry run for a member who would be joined.' }),
  reference: LabelsData.reference,
  awards: Type.Array(DecidedAwardData, {
    description: 'What paid or counted, in the order in which it was decided.',
  }),
  refused: Type.Array(RefusedRuleData, {
    description: 'What rules refused although they matched. These are no awards.',
  }),
  evaluations: Type.Optional(
    Type.Array(EvaluationData, {
      description: 'Every rule that listens to the type. Only with `expand=evaluations` or in a dry run.',
    }),
  ),
}

const RESULT_EXAMPLE = {
  id: ACTIVITY_ID_EXAMPLE,
  seq: 1042,
  type: 'order.paid',
  userId: AWARD_EXAMPLE.userId,
  reference: 'order-1042',
  awards: [DECIDED_AWARD_EXAMPLE],
  refused: [
    {
      ruleId: '0198c5c1-3f4a-7b5c-8d6e-7f8a9b0c1d2e',
      ruleName: 'welcome',
      reason: 'user_limit_reached',
    },
  ],
}

export const ActivityResultData = Type.Object(
  {
    ...resultFields,
    wallet: Type.Optional(WalletData),
    asOf: Type.Optional(
      Type.Integer({ description: 'Only in a dry run: the number of the last event that it saw.' }),
    ),
  },
  { schemaName: 'ActivityResult', examples: [RESULT_EXAMPLE] },
)

/** What a call that told an activity responds with. */
export function activityResult(
  partnerId: string,
  query: Static<typeof ActivityQuery>,
  { record, asOf }: Decided<Activity>,
) {
  const isForecast = asOf !== null
  return {
    id: record.id,
    seq: isForecast ? null : Number(record.seq),
    type: record.type,
    userId: record.userId,
    reference: record.reference,
    awards: record.awards.map((award) => decidedAward(partnerId, award, asOf)),
    refused: record.refused.map(refusedRule),
    ...((isForecast || expands(query, 'evaluations')) && { evaluations: record.evaluations.map(evaluation) }),
    ...((isForecast || expands(query, 'wallet')) && { wallet: walletAfterActivity(record) }),
    ...(isForecast && { asOf: Number(asOf) }),
  }
}

function decidedAward(partnerId: string, award: Award, asOf: bigint | null) {
  const { decision } = expansionOf({ expand: 'decision' }, { record: award, asOf }, () => countersData(award))
  return { ...awardData(partnerId, award), decision }
}

const refusedRule = ({ ruleId, ruleName, reason, retryAt }: RefusedRule) => ({
  ruleId,
  ruleName,
  reason,
  ...(retryAt && { retryAt: retryAt.toISOString() }),
})

function evaluation({ ruleId, ruleName, ruleVersion, outcome, error }: RuleEvaluation) {
  const matched = hasMatched(outcome)
  return {
    ruleId,
    ruleName,
    ruleVersion,
    matched,
    outcome: matched ? outcome : null,
    reason: matched ? null : outcome,
    error,
  }
}

/** An activity changes the wallet by its awards alone. */
function walletAfterActivity({ awards, balance, points, parts }: Activity) {
  const after = awards.at(-1) ?? { balance, points }
  return walletAfter({ balance: after.balance, points: after.points, parts })
}

/** The fields of a stored activity beside its results. */
const storedFields = {
  occurredAt: Timestamp(),
  createdAt: Timestamp(),
  actor: ActorData,
  properties: Nullable(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'Null when there were none, or when they are deleted.',
    }),
  ),
  metadata: LabelsData.metadata,
  walletBefore: Type.Object(
    { coins: Type.String(), points: Type.String() },
    {
      schemaName: 'WalletBefore',
      description: 'What the member had before the activity, as conditions saw it.',
    },
  ),
}

const STORED_EXAMPLE = {
  occurredAt: '2026-03-01T09:29:58.000Z',
  createdAt: '2026-03-01T09:30:00.000Z',
  actor: ACTOR_EXAMPLE,
  properties: { total: 49.9 },
  metadata: null,
  walletBefore: { coins: '2.5', points: '6.5' },
}

const storedData = (activity: Omit<Activity, 'awards'>) => ({
  occurredAt: activity.occurredAt.toISOString(),
  createdAt: activity.createdAt.toISOString(),
  actor: activity.actor,
  properties: activity.properties,
  metadata: activity.metadata,
  walletBefore: { coins: formatCoins(activity.balance), points: formatCoins(activity.points) },
})

export const ActivityData = Type.Object(
  { ...resultFields, seq: Type.Integer(), ...storedFields },
  { schemaName: 'Activity', examples: [{ ...RESULT_EXAMPLE, ...STORED_EXAMPLE }] },
)

export const activityData = (
  partnerId: string,
  query: Static<typeof StoredActivityQuery>,
  activity: Activity,
) => ({
  ...activityResult(partnerId, query, { record: activity, asOf: null }),
  ...storedData(activity),
})

/** What the event of an activity tells. Its awards are events of their own. */
export const ActivityEventData = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    userId: Type.String(),
    partnerId: Type.String(),
    occurredAt: storedFields.occurredAt,
    properties: storedFields.properties,
    ...LabelsData,
    walletBefore: storedFields.walletBefore,
    refused: resultFields.refused,
    lastSeq: Type.Integer({
      description: 'The number of the last event that it led to: its awards are among the events until then.',
    }),
    actor: ActorData,
  },
  { schemaName: 'ActivityEventData' },
)

export const ACTIVITY_EVENT_EXAMPLE = {
  id: RESULT_EXAMPLE.id,
  type: RESULT_EXAMPLE.type,
  userId: RESULT_EXAMPLE.userId,
  partnerId: AWARD_EXAMPLE.partnerId,
  occurredAt: STORED_EXAMPLE.occurredAt,
  properties: STORED_EXAMPLE.properties,
  reference: RESULT_EXAMPLE.reference,
  metadata: null,
  walletBefore: STORED_EXAMPLE.walletBefore,
  refused: RESULT_EXAMPLE.refused,
  lastSeq: 1043,
  actor: ACTOR_EXAMPLE,
}

/** The event of an activity as the log has it. */
export type ActivityEventRow = Pick<
  Activity,
  'id' | 'userId' | 'reference' | 'balance' | 'points' | 'actor'
> & {
  data: { type: string; occurredAt: string; lastSeq: number; refused: StoredRefusal[] }
}

export const activityEventData = (
  partnerId: string,
  { id, userId, reference, balance, points, actor, data }: ActivityEventRow,
  told: Pick<Activity, 'properties' | 'metadata'> | undefined,
) => ({
  id,
  type: data.type,
  userId,
  partnerId,
  occurredAt: new Date(data.occurredAt).toISOString(),
  properties: told?.properties ?? null,
  reference,
  metadata: told?.metadata ?? null,
  walletBefore: { coins: formatCoins(balance), points: formatCoins(points) },
  refused: data.refused.map((each) => refusedRule(refusalOf(each))),
  lastSeq: data.lastSeq,
  actor,
})

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** A line of the list of activities. */
export const ListedActivityData = Type.Object(
  {
    id: Type.String(),
    seq: Type.Integer(),
    type: Type.String(),
    userId: Type.String(),
    reference: LabelsData.reference,
    ...storedFields,
    coins: Type.String({ description: 'What its awards paid.' }),
    paid: Count('Awards that paid.'),
    counted: Count('Awards that counted.'),
    refused: Count('Rules that refused.'),
  },
  {
    schemaName: 'ListedActivity',
    examples: [
      {
        id: RESULT_EXAMPLE.id,
        seq: RESULT_EXAMPLE.seq,
        type: RESULT_EXAMPLE.type,
        userId: RESULT_EXAMPLE.userId,
        reference: RESULT_EXAMPLE.reference,
        ...STORED_EXAMPLE,
        coins: '10',
        paid: 1,
        counted: 0,
        refused: 1,
      },
    ],
  },
)

export function listedActivityData(activity: Omit<Activity, 'awards'> & { coins: bigint }) {
  const { id, seq, type, userId, reference, evaluations, coins } = activity
  const count = (outcome: RuleEvaluation['outcome']) =>
    evaluations.filter((each) => each.outcome === outcome).length
  return {
    id,
    seq: Number(seq),
    type,
    userId,
    reference,
    ...storedData(activity),
    coins: formatCoins(coins),
    paid: count('paid'),
    counted: count('counted'),
    refused: count('refused'),
  }
}
