import { NO_PROGRESS, type RuleProgress, reachedSoFar } from '../awards/decide-award.ts'
import type { Condition } from '../conditions/condition.ts'
import { type ConditionInput, type Evaluated, evaluateExpression } from '../conditions/evaluate.ts'
import type { Listener } from '../rules/listener.ts'
import { activeSubRules, type Units } from '../rules/rule.ts'

/** What can come of a rule that listens to the type of an activity, with the letter that stands for it. */
const LETTERS = {
  paid: 'p',
  counted: 'c',
  refused: 'r',
  condition_false: 'f',
  no_units: 'z',
  group_taken: 'g',
  rule_inactive: 'i',
  rule_not_started: 's',
  rule_ended: 'e',
  sub_rule_repeated: 'd',
  evaluation_failed: 'x',
} as const

export type ListenerOutcome = keyof typeof LETTERS
export const LISTENER_OUTCOMES = Object.keys(LETTERS) as ListenerOutcome[]

type AwardOutcome = 'paid' | 'counted' | 'refused'
const MATCHED: readonly ListenerOutcome[] = ['paid', 'counted', 'refused'] satisfies AwardOutcome[]

/** Whether a rule matched; what it refused, it did match. */
export const hasMatched = (outcome: ListenerOutcome): boolean => MATCHED.includes(outcome)

/** A letter for each outcome. */
export const lettersOf = (outcomes: readonly ListenerOutcome[]): string =>
  outcomes.map((outcome) => LETTERS[outcome]).join('')

const OUTCOMES = new Map(LISTENER_OUTCOMES.map((outcome) => [LETTERS[outcome] as string, outcome]))

export const outcomesIn = (letters: string): ListenerOutcome[] =>
  Array.from(letters, (letter) => OUTCOMES.get(letter) as ListenerOutcome)

/** A listener and what came of it. */
export type Evaluation = {
  listener: Listener
  /** `matched` until it is decided. */
  outcome: ListenerOutcome | 'matched'
  /** What a rule that pays per unit is paid for. */
  units: Units | null
  error: string | null
}

export type ActivityInput = {
  /** In the order in which they are decided. */
  listeners: readonly Listener[]
  /** What expressions see: the activity, the member before it, and the time. */
  seen: ConditionInput & { now: Date }
  /** How far the member is with a rule that can match; undefined for no progress. */
  progressOf: (ruleId: string) => RuleProgress | undefined
  /** What an expression came to before; undefined for one that is to be evaluated. */
  resultOf?: ((condition: Condition) => Evaluated<boolean | Units> | undefined) | undefined
}

/**
 * Decides an activity: which rules match it, and in which order each of them is awarded. `award` decides one award as the
 * earlier ones left everything. The same function decides live, in a dry run and in a backtest.
 */
export function decideActivity(
  input: ActivityInput,
  award: (matched: Evaluation) => AwardOutcome,
): (Evaluation & { outcome: ListenerOutcome })[] {
  return decideMatches(findMatches(input), award)
}

/** What matches is fixed before the first award is decided. */
export function findMatches({ listeners, seen, progressOf, resultOf }: ActivityInput): Evaluation[] {
  return listeners.map((listener): Evaluation => {
    const closed = whyClosed(listener, seen.now)
    if (closed) return { listener, outcome: closed, units: null, error: null }
    const evaluation = { listener, ...evaluate(listener, seen, resultOf) }
    if (evaluation.outcome === 'matched' && isRepeated(listener, progressOf(listener.rule.id), seen.now))
      return { listener, outcome: 'sub_rule_repeated', units: null, error: null }
    return evaluation
  })
}

/** As soon as one rule of a group pays or counts, the others do not match. Sub-rules of one rule do not exclude each other. */
export function decideMatches(
  evaluations: Evaluation[],
  award: (matched: Evaluation) => AwardOutcome,
): (Evaluation & { outcome: ListenerOutcome })[] {
  const takenBy = new Map<string, string>()
  for (const evaluation of evaluations) {
    if (evaluation.outcome !== 'matched') continue
    const { id, exclusiveGroup: group } = evaluation.listener.rule
    if (group !== null && (takenBy.get(group) ?? id) !== id) evaluation.outcome = 'group_taken'
    else {
      const outcome = award(evaluation)
      evaluation.outcome = outcome
      if (group !== null && outcome !== 'refused') takenBy.set(group, id)
    }
  }
  return evaluations as (Evaluation & { outcome: ListenerOutcome })[]
}

/** Why a rule matches nothing now, whatever its expressions say. */
function whyClosed({ rule, subRule }: Listener, now: Date): ListenerOutcome | undefined {
  if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
  if (rule.startsAt && now < rule.startsAt) return 'rule_not_started'
  if (rule.endsAt && now >= rule.endsAt) return 'rule_ended'
  return undefined
}

/** Whether the member did a sub-rule in this round. */
function isRepeated({ rule, subRule }: Listener, progress: RuleProgress = NO_PROGRESS, now: Date): boolean {
  if (!subRule || !progress.subRulesDone.includes(subRule.name)) return false
  // All active ones are done after a change of the rule; then the next one pays, whichever it is.
  return reachedSoFar(rule, progress, now) < activeSubRules(rule).length
}

function evaluate(
  { condition, units }: Pick<Listener, 'condition' | 'units'>,
  seen: ConditionInput,
  resultOf: ActivityInput['resultOf'] = () => undefined,
): Omit<Evaluation, 'listener'> {
  const failed = (error: string) => ({ outcome: 'evaluation_failed', units: null, error }) as const
  const matches = condition ? (resultOf(condition) ?? evaluateExpression(condition, seen)) : TRUE
  if (matches.kind === 'failed') return failed(matches.error)
  if (!matches.value) return { outcome: 'condition_false', units: null, error: null }
  if (!units) return { outcome: 'matched', units: null, error: null }
  const found = (resultOf(units) ?? evaluateExpression(units, seen)) as Evaluated<Units>
  if (found.kind === 'failed') return failed(found.error)
  if (found.value === 0n) return { outcome: 'no_units', units: null, error: null }
  return { outcome: 'matched', units: found.value, error: null }
}

const TRUE: Evaluated<boolean> = { kind: 'value', value: true }
