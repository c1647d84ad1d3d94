import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { taken } from '../http/failure.ts'
import { closeLedger, lockLedger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { type NewRule, namesOf, type Rule } from './rule.ts'
import { ruleSummary } from './rule-data.ts'
import { findTakenNames, insertRule } from './rule-store.ts'

export async function createRule(tx: Tx, partnerId: string, given: NewRule, now: Date): Promise<Rule> {
  const rule: Rule = { ...given, id: newId(), participants: 0, createdAt: now, updatedAt: now }
  const ledger = await lockLedger(tx, partnerId)
  refuseTakenNames(await findTakenNames(tx, partnerId, namesOf(rule)))
  await insertRule(tx, partnerId, rule)
  recordLifecycleEvent(tx, ledger, { type: 'rule.created', data: ruleSummary(rule), at: now })
  closeLedger(tx, ledger)
  return rule
}

export function refuseTakenNames(names: string[]): void {
  if (names.length > 0) {
    throw taken(
      `The rule name ${names.map((name) => `"${name}"`).join(', ')} is already taken; choose another one.`,
    )
  }
}
