import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { taken as alreadyTaken } from '../http/failure.ts'
import { closeLedger, type Ledger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { type NewRule, namesOf, type Rule } from './rule.ts'
import { ruleSummary } from './rule-data.ts'
import { findTakenNames, insertRule } from './rule-store.ts'

export async function createRule(tx: Tx, ledger: Ledger, given: NewRule): Promise<Rule> {
  const { partnerId, now } = ledger
  const rule: Rule = { ...given, id: newId(), participants: 0, version: 1, createdAt: now, updatedAt: now }
  refuseTakenNames(rule, await findTakenNames(tx, partnerId, namesOf(rule)))
  await insertRule(tx, partnerId, rule)
  recordLifecycleEvent(tx, ledger, { type: 'rule.created', data: ruleSummary(rule) })
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
