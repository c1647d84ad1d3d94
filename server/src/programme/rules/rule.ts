import { type Coins, formatCoins, formatDecimal, parseDecimal } from '../ledger/coin.ts'
import type { RuleExpiry } from '../ledger/coin-expiry.ts'
import { isSameTime, type Period, periodAt, startOfPeriod } from './period.ts'

export type RuleStatus = 'active' | 'inactive'
/** What one completion of a batched rule counts for: its call, or the period that it falls into. */
export type CountPer = 'call' | Exclude<Period, 'total'>
export type RuleType = 'single' | 'batched' | 'combined'
/** Whether a rule waits for its start, can pay, or has ended. */
type RulePhase = 'scheduled' | 'running' | 'ended'

/** How many coins to pay, to how many users, and for what. */
export type Rule = RuleTerms &
  RuleUse & {
    id: string
    /** Increased by every change, from 1. */
    version: number
    createdAt: Date
    updatedAt: Date
  }

/** The terms of a rule, which a partner decides. */
export type RuleTerms = Trigger & {
  name: string
  /** What people read in place of the name; null for the name. */
  displayName: string | null
  type: RuleType
  status: RuleStatus
  condition: string
  /** The coins of one payment; with `perUnit`, of one unit. */
  coins: Coins
  perUnit: boolean
  /** The most coins that one award pays; null for no maximum. */
  coinsPerAwardMax: Coins | null
  participantsMax: number
  /** How many completions a payment takes; 1 unless the rule is batched. */
  completionsNeeded: number
  /** `call` unless the rule is batched. */
  countPer: CountPer
  /** Whether a period without a completion starts the count again. */
  consecutive: boolean
  /** The rule pays from `startsAt` until before `endsAt`. */
  startsAt: Date | null
  endsAt: Date | null
  /** How many coins the rule may pay in a period; null for no maximum. */
  coinBudget: Coins | null
  budgetPeriod: Period
  /** The period of both limits per user. */
  userLimitPeriod: Period
  /** How many paid awards one user may have; null for no maximum. */
  userAwardsMax: number | null
  /** How many coins one user may get; null for no maximum. */
  userCoinsMax: Coins | null
  /** Periods begin in this zone. */
  timeZone: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. */
  shownToUsers: boolean
  /** Since when the rule is inactive and hidden from lists; null while it is not archived. */
  archivedAt: Date | null
  /** An expression for the units of an activity; of a rule with `perUnit` that activities award. */
  unitsFrom: string | null
  /** Of the rules that match an activity, those with a higher priority are decided first. */
  priority: number
  /** Of the rules of a group, one pays or counts for an activity. */
  exclusiveGroup: string | null
  /** How many days the coins of an award cannot be spent. */
  pendingDays: number
  coinExpiry: RuleExpiry
  /** The sub-rules of a combined rule; empty otherwise. */
  subRules: SubRule[]
}

/** The use of a rule so far. */
export type RuleUse = {
  /** Distinct users with a paid award that was not reversed. */
  participants: number
  /** Coins paid from the budget in the period that began at `budgetStart`; null stands for all time. */
  budgetUsed: Coins
  budgetStart: Date | null
  /** Periods are counted from this time on; null means always. */
  budgetSince: Date | null
  userLimitsSince: Date | null
  /** Whether the event `rule.exhausted` was recorded for what is left of the budget. */
  isExhausted: boolean
  /** The phase that the events of the rule tell, and when the next one begins. */
  phase: RulePhase
  phaseEndsAt: Date | null
}

export type SubRule = Trigger & { name: string; condition: string; status: RuleStatus; hasHistory: boolean }

/** Which activities award a rule or a sub-rule. A combined rule leaves that to its sub-rules. */
export type Trigger = {
  /** Null for one that is only awarded by name. */
  activityType: string | null
  /** An expression that is true for the activities that award it; null for all of the type. */
  activityCondition: string | null
}

export const NO_TRIGGER: Trigger = { activityType: null, activityCondition: null }

/** The terms of a rule where a body names none. */
export const DEFAULT_TERMS = {
  displayName: null,
  archivedAt: null,
  type: 'single',
  status: 'active',
  condition: '',
  completionsNeeded: 1,
  countPer: 'call',
  consecutive: false,
  userAwardsMax: null,
  perUnit: false,
  coinsPerAwardMax: null,
  startsAt: null,
  endsAt: null,
  coinBudget: null,
  budgetPeriod: 'total',
  userLimitPeriod: 'total',
  userCoinsMax: null,
  timeZone: 'UTC',
  shownToUsers: false,
  ...NO_TRIGGER,
  unitsFrom: null,
  priority: 0,
  exclusiveGroup: null,
  pendingDays: 0,
  coinExpiry: null,
} as const

export const UNUSED: RuleUse = {
  participants: 0,
  budgetUsed: 0n,
  budgetStart: null,
  budgetSince: null,
  userLimitsSince: null,
  isExhausted: false,
  phase: 'running',
  phaseEndsAt: null,
}

export const RULE_NAME = /^[a-z0-9._-]([a-z0-9._ -]{0,98}[a-z0-9._-])?$/

/** The names under which a rule is created: its own and its sub-rules'. */
export const namesOf = (rule: Pick<Rule, 'name' | 'subRules'>): string[] => [
  rule.name,
  ...rule.subRules.map((sub) => sub.name),
]

export const activeSubRules = (rule: Rule): string[] =>
  rule.subRules.filter((sub) => sub.status === 'active').map((sub) => sub.name)

type Window = Pick<Rule, 'startsAt' | 'endsAt'>

export function phaseAt({ startsAt, endsAt }: Window, now: Date): Pick<RuleUse, 'phase' | 'phaseEndsAt'> {
  if (endsAt && endsAt <= now) return { phase: 'ended', phaseEndsAt: null }
  if (startsAt && startsAt > now) return { phase: 'scheduled', phaseEndsAt: startsAt }
  return { phase: 'running', phaseEndsAt: endsAt }
}

/** Whether coins of the rule can be pending or expire, whatever the programme says. */
export const usesLots = ({ pendingDays, coinExpiry }: Rule): boolean =>
  pendingDays > 0 || (coinExpiry !== null && coinExpiry !== 'never')

export const isFull = ({ participants, participantsMax }: Rule): boolean => participants >= participantsMax

/** Whether the budget can pay once more; by units, the least amount. */
export const canPay = ({ coinBudget, budgetUsed, perUnit, coins }: Rule): boolean =>
  coinBudget === null || coinBudget - budgetUsed >= (perUnit ? 1n : coins)

/** What a rule paid from its budget in the period that began at `start`; null stands for all time. */
export type BudgetUse = { start: Date | null; used: Coins }

export function budgetUse(rule: Rule, now: Date): BudgetUse {
  const start = startOfPeriod(rule.budgetPeriod, rule.timeZone, rule.budgetSince, now)
  return { start, used: isSameTime(rule.budgetStart, start) ? rule.budgetUsed : 0n }
}

/** A rule with the phase and the budget of this time. Its row may be of an earlier phase or period. */
export function ruleAt(rule: Rule, now: Date): Rule {
  const { start, used } = budgetUse(rule, now)
  const isSamePeriod = isSameTime(rule.budgetStart, start)
  return {
    ...rule,
    ...phaseAt(rule, now),
    budgetStart: start,
    budgetUsed: used,
    isExhausted: rule.isExhausted && isSamePeriod,
  }
}

/** What a rule with `perUnit` pays for, such as euros, in millionths. */
export type Units = bigint

const MILLION = 1_000_000n
const UNITS_MAX: Units = 1_000_000_000n * MILLION

/** Completes the sentence "<field> must …". */
export const UNITS_NEEDED =
  'be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99"'

/** Parses an amount of units; undefined if the value is not one. */
export const parseUnits = (value: string | number): Units | undefined => parseDecimal(value, 6, UNITS_MAX)

/** The canonical decimal: "10", "19.99". */
export const formatUnits = (units: Units): string => formatDecimal(units, 6)

type Priced = Pick<Rule, 'coins' | 'perUnit' | 'coinsPerAwardMax'>

/** The coins of one payment, rounded down to hundredths. */
export function coinsFor({ coins, perUnit, coinsPerAwardMax }: Priced, units: Units | null): Coins {
  if (!perUnit || units === null) return coins
  const amount = (coins * units) / MILLION
  return coinsPerAwardMax !== null && amount > coinsPerAwardMax ? coinsPerAwardMax : amount
}

/** What a partner decides about a rule, as its versions store it. */
export type RuleTermsSnapshot = ReturnType<typeof ruleTermsSnapshot>

export const ruleTermsSnapshot = (rule: Rule) => ({
  name: rule.name,
  displayName: rule.displayName,
  coinValue: formatCoins(rule.coins),
  condition: rule.condition,
  maxNumberOfParticipant: String(rule.participantsMax),
  status: rule.status,
  type: rule.type,
  completionNumber: String(rule.completionsNeeded),
  countPer: rule.countPer,
  consecutive: rule.consecutive,
  userLimitAward: String(rule.userAwardsMax ?? -1),
  userLimitPeriod: rule.userLimitPeriod,
  userCoinLimit: limitOf(rule.userCoinsMax),
  perUnit: rule.perUnit,
  maxCoinsPerAward: limitOf(rule.coinsPerAwardMax),
  startsAt: rule.startsAt?.toISOString() ?? null,
  endsAt: rule.endsAt?.toISOString() ?? null,
  coinBudget: limitOf(rule.coinBudget),
  budgetPeriod: rule.budgetPeriod,
  timeZone: rule.timeZone,
  shownToUsers: rule.shownToUsers,
  archivedAt: rule.archivedAt?.toISOString() ?? null,
  activityType: rule.activityType,
  when: rule.activityCondition,
  unitsFrom: rule.unitsFrom,
  priority: rule.priority,
  exclusiveGroup: rule.exclusiveGroup,
  pendingDays: rule.pendingDays,
  coinExpiry: rule.coinExpiry,
  rules: rule.subRules.map(({ name, condition, status, activityType, activityCondition }) => ({
    name,
    condition,
    status,
    activityType,
    when: activityCondition,
  })),
})

const limitOf = (max: Coins | null) => (max === null ? '-1' : formatCoins(max))

/** A rule with what was used of it, as its events store it. Stored events never change, so neither does this shape. */
export function ruleSnapshot(rule: Rule) {
  const span = rule.budgetStart && periodAt(rule.budgetPeriod, rule.timeZone, rule.budgetStart)
  return {
    id: rule.id,
    ...ruleTermsSnapshot(rule),
    participants: String(rule.participants),
    budgetUsed: formatCoins(rule.budgetUsed),
    budgetPeriodStart: rule.budgetStart?.toISOString() ?? null,
    budgetPeriodEnd: span?.end.toISOString() ?? null,
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  }
}
