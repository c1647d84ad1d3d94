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

/** Those among rules that listen to a type, in the order in which they are decided. */
export function listenersTo(type: string, rules: Iterable<Rule>): Listener[] {
  const ordered = [...rules].filter(({ archivedAt }) => archivedAt === null).sort(byPriority)
  return ordered.flatMap((rule) =>
    listenersIn(rule).filter(({ rule, subRule }) => typeOf(rule, subRule) === type),
  )
}

const typeOf = (rule: Rule, subRule: SubRule | null) => (subRule ?? rule).activityType

/** A rule with an activity type, or the sub-rules that have one. */
export function listenersIn(rule: Rule): Listener[] {
  const listener = (trigger: Trigger, subRule: SubRule | null): Listener => ({
    rule,
    subRule,
    name: subRule?.name ?? rule.name,
    condition: trigger.activityCondition === null ? null : conditionOf(trigger.activityCondition, 'when'),
    units: rule.unitsFrom === null ? null : conditionOf(rule.unitsFrom, 'units'),
  })
  if (rule.activityType !== null) return [listener(rule, null)]
  return rule.subRules.filter(({ activityType }) => activityType !== null).map((sub) => listener(sub, sub))
}

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

/** Whether a rule matches nothing any more, unless it is changed. */
export const isClosed = ({ rule, subRule }: Listener): boolean =>
  rule.status === 'inactive' || subRule?.status === 'inactive' || rule.phase === 'ended'
