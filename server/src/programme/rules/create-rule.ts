import { taken as alreadyTaken } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { closeLedger, type Ledger } from '../ledger/ledger.ts'
import { refuseTooManyListeners } from './check-listeners.ts'
import { recordRuleChange } from './record-rule-change.ts'
import { budgetUse, namesOf, phaseAt, type Rule, type RuleTerms, UNUSED } from './rule.ts'
import { findTakenNames, insertRule } from './rule-store.ts'
import { followServiceTypes } from './service-types.ts'

export async function createRule(
  tx: Tx,
  ledger: Ledger,
  input: RuleTerms,
  actor: RecordedActor,
): Promise<Rule> {
  const { partnerId, now } = ledger
  const created: Rule = { ...UNUSED, ...input, id: newId(), version: 1, createdAt: now, updatedAt: now }
  const rule = { ...created, ...phaseAt(input, now), budgetStart: budgetUse(created, now).start }
  refuseTakenNames(rule, await findTakenNames(tx, partnerId, namesOf(rule)))
  await refuseTooManyListeners(tx, partnerId, rule)
  await insertRule(tx, partnerId, rule)
  recordRuleChange(tx, ledger, { type: 'rule.created', rule, actor })
  await followServiceTypes(tx, ledger, rule)
  closeLedger(tx, ledger)
  return rule
}

export function refuseTakenNames(rule: Pick<Rule, 'name' | 'subRules'>, taken: string[]): void {
  if (taken.length === 0) return
  const fields = taken.map((name) =>
    name === rule.name ? 'name' : `rules[${rule.subRules.findIndex((sub) => sub.name === name)}].name`,
  )
  const names = taken.map((name) => `"${name}"`).join(', ')
  throw alreadyTaken(`The rule name ${names} is already taken; choose another one.`, ...fields)
}
