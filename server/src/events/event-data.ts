import { type TSchema, Type } from 'typebox'
import type { Award } from '../awards/award.ts'
import {
  AWARD_EXAMPLE,
  AwardData,
  awardData,
  COUNTERS_EXAMPLE,
  type Counted,
  CountersData,
  countersData,
} from '../awards/award-data.ts'
import { TransactionData } from '../coins/transaction-data.ts'
import { Nullable, Timestamp } from '../http/fields.ts'
import { IdentifiedData, MembershipData } from '../members/membership-data.ts'
import { RuleData, RuleSummary } from '../rules/rule-data.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'

const AwardEventData = Type.Object({
  ...AwardData.properties,
  reason: Nullable(Type.String({ description: 'Why the award was refused.' })),
  counters: CountersData,
})

const awardExample = (awarded: boolean, reason: string | null, counters: object) => ({
  ...AWARD_EXAMPLE,
  awarded,
  reason,
  counters: { ...COUNTERS_EXAMPLE, ...counters },
})

/** The data of each type: the response data of its endpoint, and an example. */
const DATA: Record<EventType, { schema: TSchema; example: unknown }> = {
  'rule.created': { schema: RuleSummary, example: exampleOf(RuleSummary) },
  'rule.updated': { schema: RuleData, example: exampleOf(RuleData) },
  'user.onboarded': { schema: IdentifiedData, example: exampleOf(IdentifiedData) },
  'user.left': { schema: MembershipData, example: exampleOf(MembershipData) },
  'user.claimed': { schema: IdentifiedData, example: exampleOf(IdentifiedData) },
  'award.counted': {
    schema: AwardEventData,
    example: awardExample(false, null, { progress: 2, completionNumber: 5, userAwards: 0 }),
  },
  'award.paid': { schema: AwardEventData, example: awardExample(true, null, {}) },
  'award.refused': {
    schema: AwardEventData,
    example: awardExample(false, 'user_limit_reached', { userLimitAward: 1 }),
  },
  'award.reversed': { schema: AwardData, example: { ...AWARD_EXAMPLE, awarded: false } },
  'coins.transferred': { schema: TransactionData, example: exampleOf(TransactionData) },
}

export const EventData = Type.Union(
  EVENT_TYPES.map((type) =>
    Type.Object({
      seq: Type.Integer({ description: 'The sequence number of the event, from 1 without gaps.' }),
      type: Type.Literal(type),
      createdAt: Timestamp(),
      data: DATA[type].schema,
    }),
  ),
)

export const EVENT_EXAMPLES = EVENT_TYPES.map((type, index) => ({
  seq: index + 1,
  type,
  createdAt: '2026-03-01T09:30:00.000Z',
  data: DATA[type].example,
}))

function exampleOf(schema: TSchema): unknown {
  return (schema as { examples?: unknown[] }).examples?.[0]
}

type Decided = Parameters<typeof awardData>[1] & Counted & Pick<Award, 'reason'>

export const awardEventData = (partnerId: string, award: Decided) => ({
  ...awardData(partnerId, award),
  reason: award.reason,
  counters: countersData(award),
})

export const eventData = ({ seq, type, createdAt, data }: Event) => ({
  seq: Number(seq),
  type,
  createdAt: createdAt.toISOString(),
  data,
})
