import type { CountPer, NewRule, Rule, RuleChanges, RuleType } from '@laurel/sdk'
import { randomId } from '@mantine/hooks'
import {
  daysProblem,
  type ExpiryValues,
  expiryOf,
  expiryProblem,
  expiryValues,
  typedDays,
} from '../format/expiry.ts'
import { programmeZone, timeOfInput, zonedInput } from '../format/time.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { triggerText } from './condition-text.ts'
import { type Period, periodOf } from './rule-limits.ts'
import { isForEveryone, NO_PARTICIPANT_LIMIT, type RuleDraft } from './rule-text.ts'
import {
  newTriggerValues,
  type TriggerValues,
  triggerOf,
  triggerProblems,
  triggerValuesOf,
  type WhenValues,
  whenSource,
  whenValues,
} from './when-values.ts'

type Status = 'active' | 'inactive'

/** A sub-rule in the form; an existing one keeps its name. */
export type SubRuleValues = {
  key: string
  name: string
  condition: string
  status: Status
  isKept: boolean
  /** Empty for one that is awarded by name only. */
  activityType: string
  when: WhenValues
}

/** The form's values. */
export type RuleValues = TriggerValues & {
  type: RuleType
  /** The name that callers send. */
  name: string
  /** What people read in its place; empty for the name. */
  displayName: string
  coinValue: string
  condition: string
  hasParticipantLimit: boolean
  maxNumberOfParticipant: string
  completionNumber: string
  countPer: CountPer
  consecutive: boolean
  hasUserLimit: boolean
  userLimitAward: string
  userLimitPeriod: Period
  hasUserCoinLimit: boolean
  userCoinLimit: string
  perUnit: boolean
  /** Empty for no limit. */
  maxCoinsPerAward: string
  hasBudget: boolean
  coinBudget: string
  budgetPeriod: Period
  hasWindow: boolean
  /** Both are on the clocks of the time zone, or empty. */
  startsAt: string
  endsAt: string
  timeZone: string
  isPending: boolean
  pendingDays: string
  /** Whether coins expire as the programme says, never, or after a time of their own. */
  expiry: 'programme' | 'never' | 'own'
  coinExpiry: ExpiryValues
  shownToUsers: boolean
  status: Status
  rules: SubRuleValues[]
}

export const newSubRule = (): SubRuleValues => ({
  key: randomId(),
  name: '',
  condition: '',
  status: 'active',
  isKept: false,
  activityType: '',
  when: whenValues(null),
})

export const newRuleValues = (): RuleValues => ({
  ...newTriggerValues(),
  type: 'single',
  name: '',
  displayName: '',
  coinValue: '',
  condition: '',
  hasParticipantLimit: false,
  maxNumberOfParticipant: '',
  completionNumber: '3',
  countPer: 'call',
  consecutive: false,
  hasUserLimit: false,
  userLimitAward: '1',
  userLimitPeriod: 'total',
  hasUserCoinLimit: false,
  userCoinLimit: '',
  perUnit: false,
  maxCoinsPerAward: '',
  hasBudget: false,
  coinBudget: '',
  budgetPeriod: 'total',
  hasWindow: false,
  startsAt: '',
  endsAt: '',
  timeZone: programmeZone(),
  isPending: false,
  pendingDays: '14',
  expiry: 'programme',
  coinExpiry: expiryValues(null),
  shownToUsers: false,
  status: 'active',
  rules: [newSubRule(), newSubRule()],
})

const statusOf = (status: string): Status => (status === 'active' ? 'active' : 'inactive')

export const valuesOf = (rule: Rule): RuleValues => ({
  ...triggerValuesOf(rule),
  type: rule.type === 'batched' || rule.type === 'combined' ? rule.type : 'single',
  name: rule.name,
  displayName: rule.displayName ?? '',
  coinValue: rule.coinValue,
  condition: rule.condition,
  hasParticipantLimit: !isForEveryone(rule),
  maxNumberOfParticipant: isForEveryone(rule) ? '' : rule.maxNumberOfParticipant,
  completionNumber: rule.completionNumber,
  countPer: rule.countPer,
  consecutive: rule.consecutive,
  hasUserLimit: rule.userLimitAward !== '-1',
  userLimitAward: rule.userLimitAward === '-1' ? '1' : rule.userLimitAward,
  userLimitPeriod: periodOf(rule.userLimitPeriod),
  hasUserCoinLimit: rule.userCoinLimit !== '-1',
  userCoinLimit: limitInput(rule.userCoinLimit),
  perUnit: rule.perUnit,
  maxCoinsPerAward: limitInput(rule.maxCoinsPerAward),
  hasBudget: rule.coinBudget !== '-1',
  coinBudget: limitInput(rule.coinBudget),
  budgetPeriod: periodOf(rule.budgetPeriod),
  hasWindow: rule.startsAt !== null || rule.endsAt !== null,
  startsAt: rule.startsAt === null ? '' : zonedInput(rule.startsAt, rule.timeZone),
  endsAt: rule.endsAt === null ? '' : zonedInput(rule.endsAt, rule.timeZone),
  timeZone: rule.timeZone,
  ...coinLifeValues(rule),
  shownToUsers: rule.shownToUsers,
  status: statusOf(rule.status),
  rules: rule.rules.map(valuesOfSub),
})

const coinLifeValues = ({ pendingDays, coinExpiry }: Rule) =>
  ({
    isPending: pendingDays > 0,
    pendingDays: String(pendingDays || 14),
    expiry: coinExpiry === null ? 'programme' : coinExpiry === 'never' ? 'never' : 'own',
    coinExpiry: expiryValues(coinExpiry === 'never' ? null : coinExpiry),
  }) as const

const valuesOfSub = (sub: Rule['rules'][number]): SubRuleValues => ({
  key: sub.name,
  name: sub.name,
  condition: sub.condition,
  status: statusOf(sub.status),
  isKept: true,
  activityType: sub.activityType ?? '',
  when: whenValues(sub.when),
})

/** A new rule with the terms of another, for its editor: it needs names of its own, and starts when it is told to. */
export const copyOf = (rule: Rule): RuleValues => ({
  ...valuesOf(rule),
  name: nameOfCopy(rule.name),
  displayName: '',
  status: 'inactive',
  rules: rule.rules.map((sub) => ({ ...valuesOfSub(sub), name: nameOfCopy(sub.name), isKept: false })),
})

const NAME_LENGTH_MAX = 100
const COPY = ' copy'

const nameOfCopy = (name: string): string =>
  `${name.slice(0, NAME_LENGTH_MAX - COPY.length).trimEnd()}${COPY}`

const limitInput = (limit: string) => (limit === '-1' ? '' : limit)

const participantsOf = ({ hasParticipantLimit, maxNumberOfParticipant }: RuleValues) =>
  hasParticipantLimit ? typedNumber(maxNumberOfParticipant) : NO_PARTICIPANT_LIMIT

const limitOf = ({ hasUserLimit, userLimitAward }: RuleValues) =>
  hasUserLimit ? typedNumber(userLimitAward) : '-1'

const subRulesOf = ({ rules, awardedBy }: RuleValues) =>
  rules.map(({ name, condition, status, activityType, when }) => {
    const type = awardedBy === 'activity' ? activityType.trim() || null : null
    return {
      name: name.trim(),
      condition,
      status,
      activityType: type,
      when: type === null ? null : whenSource(when),
    }
  })

/** The terms beside the numbers that every rule has, as the API takes them. */
function termsOf(values: RuleValues) {
  const { hasBudget, hasWindow, timeZone } = values
  const perUnit = values.perUnit && values.type === 'single'
  const timeOf = (input: string) => (hasWindow && input ? timeOfInput(input, timeZone) : null)
  return {
    perUnit,
    maxCoinsPerAward: perUnit && values.maxCoinsPerAward.trim() ? typedNumber(values.maxCoinsPerAward) : '-1',
    userLimitPeriod: hasUserPeriod(values) ? values.userLimitPeriod : 'total',
    userCoinLimit: values.hasUserCoinLimit ? typedNumber(values.userCoinLimit) : '-1',
    coinBudget: hasBudget ? typedNumber(values.coinBudget) : '-1',
    budgetPeriod: hasBudget ? values.budgetPeriod : 'total',
    startsAt: timeOf(values.startsAt),
    endsAt: timeOf(values.endsAt),
    shownToUsers: values.shownToUsers,
    ...coinLifeOf(values),
  } as const
}

/** When its coins can be spent, and until when, as the API takes it. */
export const coinLifeOf = ({ isPending, pendingDays, expiry, coinExpiry }: RuleValues) => ({
  pendingDays: isPending ? typedDays(pendingDays) : 0,
  coinExpiry: expiry === 'programme' ? null : expiry === 'never' ? expiry : expiryOf(coinExpiry),
})

/** One award in each period counts, for batched rules only. */
function countingOf({ type, countPer, consecutive }: RuleValues) {
  const isPeriodic = type === 'batched' && countPer !== 'call'
  return { countPer: isPeriodic ? countPer : 'call', consecutive: isPeriodic && consecutive } as const
}

export const hasUserPeriod = ({ hasUserLimit, hasUserCoinLimit }: RuleValues): boolean =>
  hasUserLimit || hasUserCoinLimit

/** Whether a term depends on the time zone. */
export function needsTimeZone(values: RuleValues): boolean {
  const { userLimitPeriod, budgetPeriod } = termsOf(values)
  const { countPer } = countingOf(values)
  return values.hasWindow || userLimitPeriod !== 'total' || budgetPeriod !== 'total' || countPer !== 'call'
}

export const draftOf = (values: RuleValues): RuleDraft => ({
  ...values,
  ...termsOf(values),
  ...countingOf(values),
  ...triggerOf(values),
  rules: subRulesOf(values),
  coinValue: typedNumber(values.coinValue),
  maxNumberOfParticipant: participantsOf(values),
  completionNumber: typedNumber(values.completionNumber),
  userLimitAward: limitOf(values),
})

/** Asks about numbers that can be read in two ways. */
const checkNumbers = (values: RuleValues) => ({
  coinValue: unclearNumber(values.coinValue),
  ...(values.hasParticipantLimit && {
    maxNumberOfParticipant: unclearNumber(values.maxNumberOfParticipant),
  }),
  ...(values.type === 'batched' && { completionNumber: unclearNumber(values.completionNumber) }),
  ...(values.hasUserLimit && { userLimitAward: unclearNumber(values.userLimitAward) }),
  ...(values.hasUserCoinLimit && { userCoinLimit: unclearNumber(values.userCoinLimit) }),
  ...(values.perUnit && { maxCoinsPerAward: unclearNumber(values.maxCoinsPerAward) }),
  ...(values.hasBudget && { coinBudget: unclearNumber(values.coinBudget) }),
})

/** Whether it can be tried on activities. */
export const isTriggerComplete = (values: RuleValues): boolean =>
  values.awardedBy === 'activity' && Object.keys(triggerProblems(values)).length === 0

const PENDING_DAYS = { min: 0, max: 365 }

const coinLifeProblems = ({ isPending, pendingDays, expiry, coinExpiry }: RuleValues) => ({
  ...(isPending && { pendingDays: daysProblem(pendingDays, PENDING_DAYS) }),
  ...(expiry === 'own' && { 'coinExpiry.after': expiryProblem(coinExpiry) }),
})

export const checkRule = (values: RuleValues) => ({
  ...checkNumbers(values),
  ...coinLifeProblems(values),
  ...triggerProblems(values),
})

/** In words for people; those of the condition where somebody left them out. */
const conditionOf = (values: RuleValues): string =>
  values.condition.trim() === '' && values.awardedBy === 'activity' && values.type !== 'combined'
    ? proseOf(triggerOf(values))
    : values.condition

const CONDITION_LENGTH_MAX = 1000

const proseOf = ({ activityType, when }: ReturnType<typeof triggerOf>): string =>
  activityType === null ? '' : `When ${triggerText({ activityType, when })}`.slice(0, CONDITION_LENGTH_MAX)

export function newRuleBody(values: RuleValues): NewRule {
  return {
    type: values.type,
    name: values.name.trim(),
    displayName: values.displayName.trim() || null,
    status: values.status,
    condition: conditionOf(values),
    coinValue: typedNumber(values.coinValue),
    maxNumberOfParticipant: participantsOf(values),
    userLimitAward: limitOf(values),
    ...termsOf(values),
    ...triggerOf(values),
    ...(needsTimeZone(values) && { timeZone: values.timeZone }),
    ...(values.type === 'batched' && {
      completionNumber: typedNumber(values.completionNumber),
      ...countingOf(values),
    }),
    ...(values.type === 'combined' && { rules: subRulesOf(values) }),
  }
}

/** Sends only the changed fields, so that concurrent changes to others are kept. */
export function changesOf(rule: Rule, values: RuleValues): RuleChanges {
  const before: Record<string, unknown> = { ...newRuleBody(valuesOf(rule)) }
  const { name: _name, type: _type, status: _status, ...after } = newRuleBody(values)
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  return Object.fromEntries(changed)
}
