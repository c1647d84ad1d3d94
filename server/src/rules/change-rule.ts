import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../database/database.ts'
import type { Actor } from '../http/credential.ts'
import { type FieldProblem, invalidFields, notFound, versionConflict, wrong } from '../http/failure.ts'
import { closeLedger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { refuseTakenNames } from './create-rule.ts'
import type { Rule, SubRule } from './rule.ts'
import { ruleData } from './rule-data.ts'
import { findRule, findTakenNames, saveSubRules, updateRule } from './rule-store.ts'

export type RuleChanges = Partial<
  Pick<Rule, 'status' | 'condition' | 'coins' | 'participantsMax' | 'completionsNeeded' | 'userAwardsMax'>
> & { subRules?: Omit<SubRule, 'hasHistory'>[] }

/**
 * Changes a rule for future awards. Past awards keep the values they were decided with. `versions` are those
 * that the caller expects; null for any.
 */
export async function changeRule(
  database: Database,
  actor: Actor,
  { ruleId, changes, versions }: { ruleId: string; changes: RuleChanges; versions: number[] | null },
): Promise<Rule> {
  return partnerTransaction(database, actor, async (tx, ledger) => {
    const { partnerId } = ledger
    const before = await findRule(tx, partnerId, ruleId)
    if (!before) throw notFound('Rule')
    if (versions && !versions.includes(before.version)) throw versionConflict(before.version)
    refuseChanges(before, changes)

    const after = applyChanges(before, changes)
    if (isDeepStrictEqual(before, after)) return before
    const addedNames = after.subRules.map((sub) => sub.name).filter((name) => !nameSet(before).has(name))
    refuseTakenNames(after, await findTakenNames(tx, partnerId, addedNames))

    const changed: Rule = { ...after, version: before.version + 1, updatedAt: ledger.now }
    await updateRule(tx, partnerId, changed)
    if (changes.subRules) await saveSubRules(tx, partnerId, ruleId, changed.subRules)
    recordLifecycleEvent(tx, ledger, { type: 'rule.updated', data: ruleData(changed) })
    closeLedger(tx, ledger)
    return changed
  })
}

function refuseChanges(rule: Rule, changes: RuleChanges): void {
  const problems: FieldProblem[] = []
  if (rule.type !== 'batched' && (changes.completionsNeeded ?? 1) !== 1) {
    problems.push(wrong('completionNumber', 'must be 1 unless the rule is batched'))
  }
  if (rule.type !== 'combined' && changes.subRules)
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
  if (!subRules) return { ...rule, ...changes }
  const withHistory = new Set(rule.subRules.filter((sub) => sub.hasHistory).map((sub) => sub.name))
  return {
    ...rule,
    ...changes,
    subRules: subRules.map((sub) => ({ ...sub, hasHistory: withHistory.has(sub.name) })),
  }
}

const nameSet = (rule: Rule) => new Set(rule.subRules.map((sub) => sub.name))
