import { type FieldProblem, invalidFields, wrong } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { STEPS_PER_TYPE_MAX } from '../conditions/condition.ts'
import {
  EXPRESSIONS_LENGTH_MAX,
  LISTENERS_MAX,
  type Listener,
  lengthOf,
  listenersIn,
  listenersTo,
  stepsOf,
} from './listener.ts'
import type { Rule, RuleTerms } from './rule.ts'
import { findRulesByActivityType } from './rule-store.ts'

/** Lists problems of the activity types and expressions of a rule that depend on its other terms. */
export function triggerProblems(terms: RuleTerms): FieldProblem[] {
  const { type, perUnit, activityType, activityCondition, unitsFrom, subRules } = terms
  if (type === 'combined' && activityType !== null)
    return [wrong('activityType', 'must stand on the sub-rules of a combined rule')]
  if (type === 'combined' && activityCondition !== null)
    return [wrong('when', 'must stand on the sub-rules of a combined rule')]
  return [
    ...(activityType === null && activityCondition !== null
      ? [wrong('when', 'must be null unless there is an activityType')]
      : []),
    ...unitsProblems({ perUnit, activityType, unitsFrom }),
    ...subRules.flatMap((sub, index) =>
      sub.activityType === null && sub.activityCondition !== null
        ? [wrong(`rules[${index}].when`, 'must be null unless there is an activityType')]
        : [],
    ),
  ]
}

function unitsProblems({
  perUnit,
  activityType,
  unitsFrom,
}: Pick<RuleTerms, 'perUnit' | 'activityType' | 'unitsFrom'>): FieldProblem[] {
  if (unitsFrom === null)
    return perUnit && activityType !== null
      ? [wrong('unitsFrom', 'is required for a per-unit rule with an activityType')]
      : []
  if (activityType === null) return [wrong('unitsFrom', 'must be null unless there is an activityType')]
  return perUnit ? [] : [wrong('unitsFrom', 'must be null unless perUnit is true')]
}

/** Throws when too many would listen to a type, or when their expressions could take too long. */
export async function refuseTooManyListeners(tx: Tx, partnerId: string, rule: Rule): Promise<void> {
  if (rule.archivedAt !== null) return
  const own = Map.groupBy(listenersIn(rule), ({ subRule }) => (subRule ?? rule).activityType as string)
  if (own.size === 0) return
  const found = await findRulesByActivityType(tx, new Map([[partnerId, [...own.keys()]]]))
  const others = (found.get(partnerId) ?? []).filter(({ id }) => id !== rule.id)
  const problems = [...own].flatMap(([type, listeners]) =>
    limitProblems(type, listeners, listenersTo(type, others)),
  )
  if (problems.length > 0) throw invalidFields(problems)
}

/** Throws when a rule that is not saved has too many by itself. */
export function refuseTooManyOwnListeners(rule: Rule): void {
  const own = Map.groupBy(listenersIn(rule), ({ subRule }) => (subRule ?? rule).activityType as string)
  const problems = [...own].flatMap(([type, listeners]) => limitProblems(type, listeners, []))
  if (problems.length > 0) throw invalidFields(problems)
}

function limitProblems(type: string, own: Listener[], others: Listener[]): FieldProblem[] {
  const first = own[0] as Listener
  const place = first.subRule ? `rules[${first.rule.subRules.indexOf(first.subRule)}].` : ''
  if (own.length + others.length > LISTENERS_MAX)
    return [
      wrong(
        `${place}activityType`,
        `must be that of at most ${LISTENERS_MAX} rules and sub-rules; ${others.length} others have "${type}"`,
      ),
    ]
  const expression = `${place}${first.units ? 'unitsFrom' : 'when'}`
  const [ownLength, otherLength] = [sumOf(own, lengthOf), sumOf(others, lengthOf)]
  if (ownLength > 0 && ownLength + otherLength > EXPRESSIONS_LENGTH_MAX)
    return [
      wrong(
        expression,
        `must be shorter: with it, the expressions for "${type}" have ${ownLength + otherLength} characters; together they may have ${EXPRESSIONS_LENGTH_MAX}`,
      ),
    ]
  const [ownSteps, otherSteps] = [sumOf(own, stepsOf), sumOf(others, stepsOf)]
  if (ownSteps + otherSteps <= STEPS_PER_TYPE_MAX) return []
  return [
    wrong(
      expression,
      `must be shorter: with it, the expressions for "${type}" take up to ${ownSteps + otherSteps} steps, of which it takes ${ownSteps}; together they may take ${STEPS_PER_TYPE_MAX}`,
    ),
  ]
}

const sumOf = (listeners: Listener[], count: (listener: Listener) => number): number =>
  listeners.reduce((sum, each) => sum + count(each), 0)
