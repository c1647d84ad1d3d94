import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../runtime/caller.ts'
import { type FieldProblem, invalidFields, notFound, versionConflict, wrong } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { recordedActor } from '../ledger/actor.ts'
import { closeLedger, type Ledger } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { refuseTooManyListeners, triggerProblems } from './check-listeners.ts'
import { refuseTakenNames } from './create-rule.ts'
import { newStart, startOfPeriod } from './period.ts'
import { recordRuleChange, recordTransitions } from './record-rule-change.ts'
import { canPay, phaseAt, type Rule, type RuleTerms, ruleAt, type SubRule } from './rule.ts'
import { findRule, findTakenNames, saveSubRules, sumPaidCoins, updateRule } from './rule-store.ts'
import { followServiceTypes } from './service-types.ts'

/** `name` and `type` may be repeated, but not changed. `archiveRule` alone changes `archivedAt`. */
export type RuleChanges = Partial<Omit<RuleTerms, 'subRules'>> & { subRules?: Omit<SubRule, 'hasHistory'>[] }

/**
 * Changes a rule for future awards. Past awards keep the values they were decided with.
 */
export async function changeRule(
  database: Database,
  actor: Actor,
  { changes, ...of }: RuleOf & { changes: RuleChanges },
): Promise<Rule> {
  return changeFoundRule(database, actor, of, async () => changes)
}

/** Names a rule, and the versions of it that the caller expects; null for any. */
export type RuleOf = { ruleId: string; versions: number[] | null }

/** Changes a rule by what its state leads to. */
export async function changeFoundRule(
  database: Database,
  actor: Actor,
  { ruleId, versions }: RuleOf,
  changesOf: (rule: Rule, tx: Tx, ledger: Ledger) => Promise<RuleChanges>,
): Promise<Rule> {
  return partnerTransaction(database, actor, async (tx, ledger) => {
    const { partnerId } = ledger
    const found = await findRule(tx, partnerId, ruleId)
    if (!found) throw notFound('Rule')
    if (versions && !versions.includes(found.version)) throw versionConflict(found.version)
    const changes = await changesOf(found, tx, ledger)
    const terms = withChanges(found, changes)
    if (isDeepStrictEqual(found, terms)) return found
    await refuseTooManyListeners(tx, partnerId, terms)
    const before = ruleAt(found, ledger.now)
    recordTransitions(tx, ledger, found, before)
    const paidCoins = () => sumPaidCoins(tx, partnerId, ruleId)
    const after = await withUse(before, terms, { now: ledger.now, paidCoins })
    const addedNames = after.subRules.map((sub) => sub.name).filter((name) => !nameSet(before).has(name))
    refuseTakenNames(after, await findTakenNames(tx, partnerId, addedNames))

    const changed: Rule = { ...after, version: before.version + 1, updatedAt: ledger.now }
    await updateRule(tx, partnerId, changed)
    if (changes.subRules) await saveSubRules(tx, partnerId, ruleId, changed.subRules)
    recordRuleChange(tx, ledger, { type: 'rule.updated', rule: changed, actor: recordedActor(actor) })
    recordTransitions(tx, ledger, before, changed)
    await followServiceTypes(tx, ledger, changed)
    closeLedger(tx, ledger)
    return changed
  })
}

/** A rule with changed terms, as far as they can be changed and fit together; otherwise throws. */
export function withChanges(rule: Rule, changes: RuleChanges): Rule {
  refuseChanges(rule, changes)
  const terms = applyChanges(rule, changes)
  refuseTerms(terms)
  return terms
}

type UseSources = { now: Date; paidCoins: () => Promise<bigint> }

/**
 * Gives changed terms the use of the rule before. A new period, zone or budget counts from now; a budget of all
 * time counts everything that the rule ever paid.
 */
export async function withUse(before: Rule, terms: Rule, { now, paidCoins }: UseSources): Promise<Rule> {
  const isZoneNew = terms.timeZone !== before.timeZone
  const isUserPeriodNew = isZoneNew || terms.userLimitPeriod !== before.userLimitPeriod
  const after = {
    ...terms,
    participants: before.participants,
    ...phaseAt(terms, now),
    userLimitsSince: isUserPeriodNew
      ? newStart(now, before.userLimitsSince, userPeriodStart(before, now))
      : before.userLimitsSince,
    ...(await budgetAfter(before, terms, { now, paidCoins })),
  }
  return { ...after, isExhausted: isSameBudget(before, after) ? before.isExhausted : !canPay(after) }
}

const userPeriodStart = ({ userLimitPeriod, timeZone, userLimitsSince }: Rule, now: Date) =>
  startOfPeriod(userLimitPeriod, timeZone, userLimitsSince, now)

type BudgetFields = Pick<Rule, 'budgetUsed' | 'budgetStart' | 'budgetSince'>

async function budgetAfter(before: Rule, terms: Rule, { now, paidCoins }: UseSources): Promise<BudgetFields> {
  const { budgetUsed, budgetStart, budgetSince } = before
  const isPeriodic = terms.budgetPeriod !== 'total'
  const isNew =
    (before.coinBudget === null) !== (terms.coinBudget === null) ||
    terms.budgetPeriod !== before.budgetPeriod ||
    (isPeriodic && terms.timeZone !== before.timeZone)
  if (!isNew) return { budgetUsed, budgetStart, budgetSince }
  const since = newStart(now, budgetSince, budgetStart)
  const isTotal = terms.coinBudget !== null && !isPeriodic
  return {
    budgetUsed: isTotal ? await paidCoins() : 0n,
    budgetStart: isPeriodic ? since : null,
    budgetSince: since,
  }
}

/** Whether the same payments fit as before. */
const isSameBudget = (before: Rule, after: Rule): boolean =>
  (['coinBudget', 'budgetUsed', 'budgetStart', 'coins', 'perUnit', 'coinsPerAwardMax'] as const).every(
    (term) => isDeepStrictEqual(before[term], after[term]),
  )

export function refuseTerms(terms: RuleTerms): void {
  const problems = termProblems(terms)
  if (problems.length > 0) throw invalidFields(problems)
}

/** Lists problems of terms that depend on each other, named like the fields of the API. */
function termProblems(terms: RuleTerms): FieldProblem[] {
  const { perUnit, startsAt, endsAt } = terms
  return [
    ...triggerProblems(terms),
    ...(perUnit && terms.type !== 'single'
      ? [wrong('perUnit', 'must be false unless the rule is single')]
      : []),
    ...(!perUnit && terms.coinsPerAwardMax !== null
      ? [wrong('maxCoinsPerAward', 'must be "-1" unless perUnit is true')]
      : []),
    ...(startsAt && endsAt && startsAt >= endsAt ? [wrong('endsAt', 'must be after startsAt')] : []),
    ...(terms.budgetPeriod !== 'total' && terms.coinBudget === null
      ? [wrong('budgetPeriod', 'must be total unless there is a coinBudget')]
      : []),
    ...(terms.countPer !== 'call' && terms.type !== 'batched'
      ? [wrong('countPer', 'must be call unless the rule is batched')]
      : []),
    ...(terms.consecutive && terms.countPer === 'call'
      ? [wrong('consecutive', 'must be false unless countPer is day, week or month')]
      : []),
    ...(terms.userLimitPeriod !== 'total' && terms.userAwardsMax === null && terms.userCoinsMax === null
      ? [wrong('userLimitPeriod', 'must be total unless there is a userLimitAward or a userCoinLimit')]
      : []),
  ]
}

function refuseChanges(rule: Rule, changes: RuleChanges): void {
  const problems: FieldProblem[] = []
  for (const field of ['name', 'type'] as const)
    if (changes[field] !== undefined && changes[field] !== rule[field])
      problems.push(wrong(field, 'cannot be changed'))
  if (changes.status === 'active' && rule.archivedAt !== null)
    problems.push(wrong('status', 'must be inactive while the rule is archived; restore the rule first'))
  if (rule.type !== 'batched' && (changes.completionsNeeded ?? 1) !== 1) {
    problems.push(wrong('completionNumber', 'must be 1 unless the rule is batched'))
  }
  if (rule.type !== 'combined' && changes.subRules && changes.subRules.length > 0)
    problems.push(wrong('rules', 'must be left out unless the rule is combined'))
  if (rule.type !== 'combined' && changes.condition?.trim() === '')
    problems.push(wrong('condition', 'is required'))
  if (rule.type === 'combined' && changes.subRules) {
    if (changes.subRules.length === 0) problems.push(wrong('rules', 'must name at least one sub-rule'))
    const kept = new Set(changes.subRules.map((sub) => sub.name))
    const removed = rule.subRules
      .filter((sub) => sub.hasHistory && !kept.has(sub.name))
      .map((sub) => `"${sub.name}"`)
    if (removed.length > 0) {
      problems.push(
        wrong(
          'rules',
          `must still name ${removed.join(', ')}, which has awards; set its status to inactive instead`,
        ),
      )
    }
  }
  if (problems.length > 0) throw invalidFields(problems)
}

function applyChanges(rule: Rule, { subRules, ...changes }: RuleChanges): Rule {
  const changed = { ...rule, ...removedTerms(rule, changes), ...removedExpressions(changes), ...changes }
  if (!subRules || rule.type !== 'combined') return changed
  const withHistory = new Set(rule.subRules.filter((sub) => sub.hasHistory).map((sub) => sub.name))
  return {
    ...changed,
    subRules: subRules.map((sub) => ({ ...sub, hasHistory: withHistory.has(sub.name) })),
  }
}

/** A removed limit takes its period with it, and a removed period its streak, unless the change names them. */
function removedTerms(rule: Rule, changes: RuleChanges): Partial<RuleTerms> {
  const { coinBudget, userAwardsMax, userCoinsMax, countPer } = { ...rule, ...changes }
  return {
    ...(countPer === 'call' && { consecutive: false }),
    ...(coinBudget === null && { budgetPeriod: 'total' }),
    ...(userAwardsMax === null && userCoinsMax === null && { userLimitPeriod: 'total' }),
  }
}

/** Without a type of activities, a rule has no expressions either. */
const removedExpressions = ({ activityType }: RuleChanges): Partial<RuleTerms> =>
  activityType === null ? { activityCondition: null, unitsFrom: null } : {}

const nameSet = (rule: Rule) => new Set(rule.subRules.map((sub) => sub.name))
