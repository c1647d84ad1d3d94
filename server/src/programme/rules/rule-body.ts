import { type Static, Type } from 'typebox'
import {
  checkTimes,
  Line,
  NumericString,
  Prose,
  parseWhole,
  readOnlyFields,
  TIME_MUST,
  Time,
} from '../../http/input/fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { BALANCE_MAX, COIN_AMOUNT_NEEDED, type Coins, parseCoins } from '../ledger/coin.ts'
import { PENDING_DAYS_MAX } from '../ledger/coin-expiry.ts'
import { RuleExpiryField } from '../ledger/expiry-fields.ts'
import { isTimeZone } from '../ledger/time-zone.ts'
import { type RuleChanges, refuseTerms } from './change-rule.ts'
import { DEFAULT_TERMS, RULE_NAME, type RuleTerms } from './rule.ts'
import { CountPerField, PeriodField, READ_ONLY_FIELDS, StatusField, TypeField } from './rule-data.ts'
import {
  type ActivityInput,
  activityFields,
  checkTriggers,
  expressionOf,
  type TriggerInput,
  triggerFields,
} from './trigger-body.ts'

const LIMIT_MAX = 1_000_000_000
const SUB_RULES_MAX = 50
const NAME_MUST =
  'have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase"'
const WHOLE_MUST = `be a whole number from 1 to ${LIMIT_MAX}, such as "10"`
const COINS_MAX_MUST = 'be "-1" for no maximum, or a coin amount up to 1000000000'
const BUDGET_MUST = 'be "-1" for no maximum, or a coin amount up to 70000000000000'
const ZONE_MUST = 'be an IANA time zone such as Africa/Lagos'
const USER_LIMIT_MUST = `be "-1" for no maximum, or a whole number from 1 to ${LIMIT_MAX}`

const Name = () =>
  Type.String({
    pattern: RULE_NAME.source,
    must: NAME_MUST,
    description: 'Lower case, unique among rules and sub-rules.',
  })
const Status = () => StatusField({ default: 'active' })

export const SubRuleBody = Type.Object(
  {
    name: Name(),
    condition: Prose(1000, { minLength: 1 }),
    status: Type.Optional(Status()),
    ...triggerFields,
  },
  { schemaName: 'NewSubRule' },
)

const SubRules = () =>
  Type.Array(SubRuleBody, {
    maxItems: SUB_RULES_MAX,
    must: `be a list of at most ${SUB_RULES_MAX} sub-rules, each {name, condition, status}`,
  })

const TimeOrNull = (description: string) =>
  Type.Optional(Type.Union([Time(), Type.Null()], { must: TIME_MUST, description }))

const limitFields = {
  coinValue: NumericString({ must: COIN_AMOUNT_NEEDED, description: 'Coins of one payment.' }),
  maxNumberOfParticipant: NumericString({
    must: WHOLE_MUST,
    description: `How many users can be rewarded; ${LIMIT_MAX}, the largest number, for no limit.`,
  }),
  completionNumber: Type.Optional(
    NumericString({
      must: WHOLE_MUST,
      description: 'Completions per payment of a batched rule. Default 1.',
    }),
  ),
  userLimitAward: Type.Optional(
    NumericString({
      must: USER_LIMIT_MUST,
      description: 'How often one user can be paid; -1 for no maximum (default).',
    }),
  ),
}

const termFields = {
  displayName: Type.Optional(
    Type.Union([Line(100), Type.Null()], {
      must: 'be one line of text of at most 100 characters, or null',
      description: 'What people read in place of the name; null for the name (default).',
      examples: ['Your first purchase'],
    }),
  ),
  perUnit: Type.Optional(
    Type.Boolean({
      must: 'be true or false',
      description:
        'Whether coinValue is for one unit, such as a euro; awards then name their units. Single rules only.',
    }),
  ),
  maxCoinsPerAward: Type.Optional(
    NumericString({
      must: COINS_MAX_MUST,
      description: 'The most that one award of a per-unit rule pays; -1 for no maximum (default).',
    }),
  ),
  countPer: Type.Optional(
    CountPerField({
      description:
        'Of a batched rule: `call` counts every completion (default), `day`, `week` or `month` one in each.',
    }),
  ),
  consecutive: Type.Optional(
    Type.Boolean({
      must: 'be true or false',
      description:
        'Whether a period of countPer without a completion starts the count again at 1. Default false, also when countPer becomes call.',
    }),
  ),
  startsAt: TimeOrNull('The rule pays from this time on; null for at once (default).'),
  endsAt: TimeOrNull('The rule pays until before this time; null for no end (default).'),
  coinBudget: Type.Optional(
    NumericString({
      must: BUDGET_MUST,
      description: 'How many coins the rule may pay in a budgetPeriod; -1 for no maximum (default).',
    }),
  ),
  budgetPeriod: Type.Optional(
    PeriodField({ description: 'The period of coinBudget. Default total, also when coinBudget is removed.' }),
  ),
  userLimitPeriod: Type.Optional(
    PeriodField({
      description:
        'The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed.',
    }),
  ),
  userCoinLimit: Type.Optional(
    NumericString({
      must: BUDGET_MUST,
      description: 'How many coins one user can get in a userLimitPeriod; -1 for no maximum (default).',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 100,
      must: ZONE_MUST,
      description:
        'The IANA time zone in which the days, weeks (from Monday) and months of userLimitPeriod, budgetPeriod and countPer begin. Default UTC. The days of pendingDays and coinExpiry are those of the programme.',
    }),
  ),
  shownToUsers: Type.Optional(
    Type.Boolean({
      must: 'be true or false',
      description:
        'Whether users see the rule, and how far they are with it, with their own tokens. Default false.',
    }),
  ),
  ...activityFields,
  pendingDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PENDING_DAYS_MAX,
      must: `be a whole number from 0 to ${PENDING_DAYS_MAX}`,
      description:
        "Coins of an award can be spent from the start of the day that many days after the award's day, in the timeZone of the programme. Default 0: at once.",
    }),
  ),
  coinExpiry: Type.Optional(
    RuleExpiryField({
      description:
        'How long the coins of later awards live; null as long as coinExpiry of the programme says (default).',
    }),
  ),
}

type AmountField =
  | 'coinValue'
  | 'maxNumberOfParticipant'
  | 'completionNumber'
  | 'userLimitAward'
  | 'maxCoinsPerAward'
  | 'coinBudget'
  | 'userCoinLimit'

type RuleInput = { [Field in AmountField]?: string | number } & Omit<ActivityInput, 'rules'> & {
    name?: string
    condition?: string
    type?: string
    startsAt?: string | null
    endsAt?: string | null
    timeZone?: string
    rules?: ({ name?: string } & TriggerInput)[]
  }

export const NewRuleBody = Type.Object(
  {
    name: Name(),
    ...limitFields,
    ...termFields,
    ...readOnlyFields(READ_ONLY_FIELDS),
    condition: Type.Optional(Prose(1000, { description: 'Required unless the rule is combined.' })),
    status: Type.Optional(Status()),
    type: Type.Optional(TypeField({ default: 'single' })),
    rules: Type.Optional(SubRules()),
  },
  {
    schemaName: 'NewRule',
    check: (body: RuleInput) => [
      ...checkLimits(body),
      ...checkTerms(body),
      ...checkTriggers(body),
      ...checkShape(body),
      ...checkSubRuleNames(body.rules, body.name),
    ],
    examples: [
      {
        name: 'first purchase',
        coinValue: '10',
        maxNumberOfParticipant: '1000',
        condition: 'The user has paid for a first order',
      },
      {
        name: 'five visits',
        coinValue: '2.5',
        maxNumberOfParticipant: '500',
        condition: 'The user has visited a shop',
        type: 'batched',
        completionNumber: '5',
        userLimitAward: '3',
      },
      {
        name: 'full profile',
        coinValue: '20',
        maxNumberOfParticipant: '1000',
        type: 'combined',
        userLimitAward: '1',
        rules: [
          { name: 'profile photo', condition: 'The user has uploaded a photo', status: 'active' },
          { name: 'profile address', condition: 'The user has given an address', status: 'active' },
        ],
      },
    ],
  },
)

export const RuleChangesBody = Type.Object(
  {
    ...Type.Partial(Type.Object(limitFields)).properties,
    ...termFields,
    ...readOnlyFields(READ_ONLY_FIELDS),
    name: Type.Optional(Name()),
    type: Type.Optional(TypeField()),
    condition: Type.Optional(Prose(1000)),
    status: Type.Optional(StatusField()),
    rules: Type.Optional(SubRules()),
  },
  {
    schemaName: 'RuleChanges',
    check: (body: RuleInput) => [
      ...checkLimits(body),
      ...checkTerms(body),
      ...checkTriggers(body),
      ...checkSubRuleNames(body.rules, undefined),
    ],
    examples: [{ status: 'inactive' }, { maxNumberOfParticipant: '2000', coinValue: '12.5' }],
  },
)

function checkLimits(body: RuleInput): FieldProblem[] {
  const problems: FieldProblem[] = []
  const check = (field: AmountField, parse: (value: string | number) => unknown, must: string) => {
    const value = body[field]
    if (typeof value !== 'string' && typeof value !== 'number') return
    if (value === '' && (field === 'coinValue' || field === 'maxNumberOfParticipant'))
      problems.push(wrong(field, 'is required'))
    else if (parse(value) === undefined) problems.push(wrong(field, `must ${must}`))
  }
  check('coinValue', parseCoins, COIN_AMOUNT_NEEDED)
  check('maxNumberOfParticipant', parseLimit, WHOLE_MUST)
  check('completionNumber', parseLimit, WHOLE_MUST)
  check('userLimitAward', parseUserLimit, USER_LIMIT_MUST)
  check('maxCoinsPerAward', parseCoinsMax, COINS_MAX_MUST)
  check('coinBudget', parseBudget, BUDGET_MUST)
  check('userCoinLimit', parseBudget, BUDGET_MUST)
  return problems
}

function checkTerms({ startsAt, endsAt, timeZone }: RuleInput): FieldProblem[] {
  return [
    ...checkTimes({ startsAt, endsAt }),
    ...(typeof timeZone === 'string' && !isTimeZone(timeZone)
      ? [wrong('timeZone', `must ${ZONE_MUST}`)]
      : []),
  ]
}

function checkShape({ type, condition, completionNumber, rules }: RuleInput): FieldProblem[] {
  const problems: FieldProblem[] = []
  // An invalid type is already reported, and the checks below depend on the type.
  if (type === undefined) return problems
  if (type !== 'combined' && (condition ?? '').toString().trim() === '')
    problems.push(wrong('condition', 'is required'))
  if (type !== 'combined' && (rules ?? []).length > 0)
    problems.push(wrong('rules', 'must be left out unless type is combined'))
  if (type === 'combined' && (rules ?? []).length === 0)
    problems.push(wrong('rules', 'must name at least one sub-rule'))
  if (type !== 'batched' && completionNumber !== undefined && parseLimit(completionNumber) !== 1) {
    problems.push(wrong('completionNumber', 'must be 1 unless type is batched'))
  }
  return problems
}

function checkSubRuleNames(rules: unknown, ruleName: string | undefined): FieldProblem[] {
  if (!Array.isArray(rules)) return []
  const names = rules.map((sub) => sub?.name)
  const repeated = names.find(
    (name, index) => name !== undefined && (name === ruleName || names.indexOf(name) !== index),
  )
  return repeated === undefined
    ? []
    : [wrong('rules', 'must have names that differ from each other and from the name of the rule')]
}

function parseLimit(value: string | number): number | undefined {
  const limit = parseWhole(value)
  return limit !== undefined && limit >= 1 && limit <= LIMIT_MAX ? limit : undefined
}

function parseUserLimit(value: string | number): number | null | undefined {
  return parseWhole(value) === -1 ? null : parseLimit(value)
}

/** Undefined if the value is not an amount, null for -1. */
function parseCoinsMax(value: string | number): Coins | null | undefined {
  return parseWhole(value) === -1 ? null : parseCoins(value)
}

function parseBudget(value: string | number): Coins | null | undefined {
  return parseWhole(value) === -1 ? null : parseCoins(value, BALANCE_MAX)
}

/** Throws when terms that depend on each other do not fit. */
export function newRule(body: Static<typeof NewRuleBody>): RuleTerms {
  const { subRules = [], ...terms } = ruleChanges(body) as RuleTerms
  const rule = {
    ...DEFAULT_TERMS,
    ...terms,
    subRules: subRules.map((sub) => ({ ...sub, hasHistory: false })),
  }
  refuseTerms(rule)
  return rule
}

/** The terms that a sound body names. */
export function ruleChanges(body: Static<typeof RuleChangesBody>): RuleChanges {
  const terms = {
    name: body.name,
    displayName: body.displayName,
    type: body.type,
    status: body.status,
    condition: body.condition,
    coins: parsed(body.coinValue, parseCoins),
    participantsMax: parsed(body.maxNumberOfParticipant, parseLimit),
    completionsNeeded: parsed(body.completionNumber, parseLimit),
    countPer: body.countPer,
    consecutive: body.consecutive,
    userAwardsMax: parsed(body.userLimitAward, parseUserLimit),
    perUnit: body.perUnit,
    coinsPerAwardMax: parsed(body.maxCoinsPerAward, parseCoinsMax),
    startsAt: parsed(body.startsAt, timeOf),
    endsAt: parsed(body.endsAt, timeOf),
    coinBudget: parsed(body.coinBudget, parseBudget),
    budgetPeriod: body.budgetPeriod,
    userLimitPeriod: body.userLimitPeriod,
    userCoinsMax: parsed(body.userCoinLimit, parseBudget),
    timeZone: body.timeZone,
    shownToUsers: body.shownToUsers,
    activityType: body.activityType,
    activityCondition: parsed(body.when, expressionOf),
    unitsFrom: parsed(body.unitsFrom, expressionOf),
    priority: body.priority,
    exclusiveGroup: body.exclusiveGroup,
    pendingDays: body.pendingDays,
    coinExpiry: body.coinExpiry,
    subRules: body.rules?.map(subRule),
  }
  return Object.fromEntries(Object.entries(terms).filter(([, term]) => term !== undefined))
}

const parsed = <Value, Term>(value: Value | undefined, parse: (value: Value) => Term) =>
  value === undefined ? undefined : parse(value)

const timeOf = (time: string | null) => (time ? new Date(time) : null)

function subRule(sub: Static<typeof SubRuleBody>) {
  const { name, condition, status = 'active', activityType = null, when = null } = sub
  return { name, condition, status, activityType, activityCondition: expressionOf(when) }
}
