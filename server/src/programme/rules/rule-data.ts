import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { RuleExpiryData } from '../ledger/expiry-fields.ts'
import { ACTOR_EXAMPLE, ActorData } from '../ledger/record-data.ts'
import { PERIODS } from './period.ts'
import { type CountPer, type Rule, type RuleStatus, type RuleType, ruleSnapshot } from './rule.ts'
import { RuleResultsSummary } from './rule-results.ts'
import type { RuleVersion } from './rule-version-store.ts'

const STATUSES = ['active', 'inactive'] as const satisfies RuleStatus[]
const TYPES = ['single', 'batched', 'combined'] as const satisfies RuleType[]
const COUNT_PERS = ['call', 'day', 'week', 'month'] as const satisfies CountPer[]

type Place = { description?: string; default?: string; must?: string }

export const StatusField = (place: Place = {}) => OneOf(STATUSES, { schemaName: 'RuleStatus', ...place })
export const TypeField = (place: Place = {}) =>
  OneOf(TYPES, { schemaName: 'RuleType', must: 'be single, batched or combined', ...place })
export const PeriodField = (place: Place = {}) => OneOf(PERIODS, { schemaName: 'Period', ...place })
export const CountPerField = (place: Place = {}) => OneOf(COUNT_PERS, { schemaName: 'CountPer', ...place })

const SUMMARY_EXAMPLE = {
  id: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
  name: 'first purchase',
  coinValue: '10',
  condition: 'The user has paid for a first order',
  maxNumberOfParticipant: '1000',
  status: 'active',
}

export const RuleSummary = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    coinValue: Type.String(),
    condition: Type.String(),
    maxNumberOfParticipant: Type.String(),
    status: StatusField(),
  },
  { schemaName: 'RuleSummary', examples: [SUMMARY_EXAMPLE] },
)

export const RULE_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  displayName: 'Your first purchase',
  type: 'single',
  completionNumber: '1',
  countPer: 'call',
  consecutive: false,
  userLimitAward: '-1',
  userLimitPeriod: 'total',
  userCoinLimit: '-1',
  perUnit: false,
  maxCoinsPerAward: '-1',
  startsAt: null,
  endsAt: null,
  coinBudget: '5000',
  budgetPeriod: 'month',
  timeZone: 'Africa/Lagos',
  shownToUsers: false,
  archivedAt: null,
  activityType: null,
  when: null,
  unitsFrom: null,
  priority: 0,
  exclusiveGroup: null,
  pendingDays: 14,
  coinExpiry: { after: 'P12M', until: 'year' },
  rules: [],
  participants: '12',
  budgetUsed: '120',
  budgetPeriodStart: '2026-02-28T23:00:00.000Z',
  budgetPeriodEnd: '2026-03-31T23:00:00.000Z',
  version: 1,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

const useFields = {
  participants: Type.String({ description: 'Users with a paid award of this rule.' }),
  budgetUsed: Type.String({
    description:
      'Coins paid from the budget in the period from budgetPeriodStart until before budgetPeriodEnd; 0 once that has ended.',
  }),
  budgetPeriodStart: Nullable(Timestamp()),
  budgetPeriodEnd: Nullable(Timestamp()),
  version: Type.Integer({ description: 'From 1; every change of the rule increases it.' }),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
}

/** Fields that only the service sets, in a rule or in one of its versions. */
export const READ_ONLY_FIELDS = ['id', 'actor', 'results', 'archivedAt', ...Object.keys(useFields)]

const triggerFields = {
  activityType: Nullable(
    Type.String({
      description: 'The type of activities that award it; null when it is only awarded by name.',
    }),
  ),
  when: Nullable(
    Type.String({ description: 'For which activities of the type, as an expression; null for all.' }),
  ),
}

/** Fields of a rule that a partner decides. */
const termFields = {
  name: Type.String(),
  displayName: Nullable(Type.String({ description: 'What people read in place of the name.' })),
  coinValue: Type.String({ description: 'Coins of one payment; with perUnit, of one unit.' }),
  condition: Type.String(),
  maxNumberOfParticipant: Type.String({ description: '1000000000 for no limit.' }),
  status: StatusField(),
  type: TypeField(),
  completionNumber: Type.String(),
  countPer: CountPerField({
    description: 'Whether every call of a batched rule counts, or one in each period.',
  }),
  consecutive: Type.Boolean({
    description: 'Whether a period without a completion starts the count again at 1.',
  }),
  userLimitAward: Type.String({ description: '-1 for no maximum.' }),
  userLimitPeriod: PeriodField(),
  userCoinLimit: Type.String({ description: '-1 for no maximum.' }),
  perUnit: Type.Boolean(),
  maxCoinsPerAward: Type.String({ description: '-1 for no maximum.' }),
  startsAt: Nullable(Timestamp()),
  endsAt: Nullable(Timestamp()),
  coinBudget: Type.String({ description: '-1 for no maximum.' }),
  budgetPeriod: PeriodField(),
  timeZone: Type.String({
    description: 'The time zone in which the periods of userLimitPeriod, budgetPeriod and countPer begin.',
  }),
  shownToUsers: Type.Boolean({
    description: 'Whether users see the rule, and how far they are with it, with their own tokens.',
  }),
  archivedAt: Nullable(
    Timestamp({ description: 'Since when the rule is archived: inactive, and hidden from lists.' }),
  ),
  ...triggerFields,
  unitsFrom: Nullable(Type.String({ description: 'The units of an activity, as an expression.' })),
  priority: Type.Integer({ description: 'Rules with a higher priority are decided first.' }),
  exclusiveGroup: Nullable(
    Type.String({ description: 'Of the rules of a group, one pays or counts for an activity.' }),
  ),
  pendingDays: Type.Integer({
    description: 'How many days the coins of an award cannot be spent.',
  }),
  coinExpiry: RuleExpiryData({
    description: 'How long the coins of an award live; null as long as coinExpiry of the programme says.',
  }),
  rules: Type.Array(
    Type.Object(
      { name: Type.String(), condition: Type.String(), status: StatusField(), ...triggerFields },
      { schemaName: 'SubRule' },
    ),
  ),
}

export const RuleData = Type.Object(
  { id: Type.String(), ...termFields, ...useFields, results: Type.Optional(RuleResultsSummary) },
  { schemaName: 'Rule', examples: [RULE_EXAMPLE] },
)

/** A version leaves out the use of the rule. It can be sent back as a change, which restores the version. */
export const RuleVersionData = Type.Object(
  {
    version: useFields.version,
    createdAt: Timestamp({ description: 'When this version came into force.' }),
    actor: ActorData,
    ...termFields,
  },
  { schemaName: 'RuleVersion', examples: [versionExample()] },
)

function versionExample() {
  const {
    id: _,
    participants,
    budgetUsed,
    budgetPeriodStart,
    budgetPeriodEnd,
    updatedAt,
    ...rule
  } = RULE_EXAMPLE
  return { ...rule, actor: ACTOR_EXAMPLE }
}

/** A rule without its use, such as one that is tried. */
export const RuleTermsData = Type.Object(termFields, { schemaName: 'RuleTerms', examples: [termsExample()] })

export function termsExample() {
  const { version, createdAt, actor, ...terms } = versionExample()
  return terms
}

export const ruleVersionData = ({ version, createdAt, actor, data }: RuleVersion) => ({
  version,
  createdAt: createdAt.toISOString(),
  actor,
  ...data,
})

export function ruleSummary(rule: Rule) {
  const { id, name, coinValue, condition, maxNumberOfParticipant, status } = ruleSnapshot(rule)
  return { id, name, coinValue, condition, maxNumberOfParticipant, status }
}

/** The API shows a rule as its events store it. What only the API changes is changed here, never in the snapshot. */
export const ruleData = ruleSnapshot
