import type { Database } from '../../storage/database/database.ts'
import { closeLedger } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { recordTransitions } from './record-rule-change.ts'
import { ruleAt } from './rule.ts'
import { findRule, updateRule } from './rule-store.ts'

/** Records that a rule started or ended, unless a call, a change or another process did so before. */
export function recordPhase(database: Database, partnerId: string, ruleId: string): Promise<void> {
  return partnerTransaction(database, { partnerId }, async (tx, ledger) => {
    const before = await findRule(tx, partnerId, ruleId)
    if (!before) return
    const after = ruleAt(before, ledger.now)
    if (after.phase === before.phase) return
    await updateRule(tx, partnerId, after)
    recordTransitions(tx, ledger, before, after)
    closeLedger(tx, ledger)
  })
}
