import { type Condition, conditionOf } from '../conditions/condition.ts'
import type { Rule, SubRule, Trigger } from './rule.ts'

/** A rule, or one of its sub-rules, that activities of a type award. */
export type Listener = {
  rule: Rule
  /** Null for the rule itself. */
  subRule: SubRule | null
  /** That of the sub-rule, or of the rule. */
  name: string
  /** Null for one that matches every activity of the type. */
  condition: Condition | null
  /** For a rule that pays per unit. */
  units: Condition | null
}

/** How many rules and sub-rules may listen to one type. */
export const LISTENERS_MAX = 50

/** How long all expressions of one type may be together: parsing them must not hold up others. */
export const EXPRESSIONS_LENGTH_MAX = 20_000

/** A listener whose expressions are not parsed. */
type ListeningRule = Omit<Listener, 'condition' | 'units'> & { trigger: Trigger }

/** Those among rules that listen to a type, in the order in which they are decided. */
export const listenersTo = (type: string, rules: Iterable<Rule>): Listener[] =>
  listeningTo(type, rules).map(parsed)

/** The same without parsing their expressions. */
export function listeningTo(type: string, rules: Iterable<Rule>): ListeningRule[] {
  const ordered = [...rules].filter(({ archivedAt }) => archivedAt === null).sort(byPriority)
  return ordered.flatMap((rule) => listeningIn(rule).filter(({ trigger }) => trigger.activityType === type))
}

/** A rule with an activity type, or the sub-rules that have one. */
export const listenersIn = (rule: Rule): Listener[] => listeningIn(rule).map(parsed)

function listeningIn(rule: Rule): ListeningRule[] {
  if (rule.activityType !== null) return [{ rule, subRule: null, name: rule.name, trigger: rule }]
  return rule.subRules
    .filter(({ activityType }) => activityType !== null)
    .map((subRule) => ({ rule, subRule, name: subRule.name, trigger: subRule }))
}

const parsed = ({ trigger: { activityCondition }, ...listening }: ListeningRule): Listener => ({
  ...listening,
  condition: activityCondition === null ? null : conditionOf(activityCondition, 'when'),
  units: listening.rule.unitsFrom === null ? null : conditionOf(listening.rule.unitsFrom, 'units'),
})

/** Higher priority first, then the older rule. */
function byPriority(left: Rule, right: Rule): number {
  if (left.priority !== right.priority) return right.priority - left.priority
  const age = left.createdAt.getTime() - right.createdAt.getTime()
  return age === 0 ? (left.id < right.id ? -1 : 1) : age
}

/** The expressions of a listener, in the order in which they are evaluated. */
export const expressionsOf = ({ condition, units }: Listener): Condition[] =>
  [condition, units].filter((each) => each !== null)

export const stepsOf = (listener: Listener): number =>
  expressionsOf(listener).reduce((sum, { steps }) => sum + steps, 0)

export const lengthOf = (listener: Listener): number =>
  expressionsOf(listener).reduce((sum, { source }) => sum + source.length, 0)

/** Whether a rule matches nothing any more, unless it is changed. */
export const isClosed = ({ rule, subRule }: Listener): boolean =>
  rule.status === 'inactive' || subRule?.status === 'inactive' || rule.phase === 'ended'
