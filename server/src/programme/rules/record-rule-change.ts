import type { Tx } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { type Ledger, recordLifecycleEvent } from '../ledger/ledger.ts'
import { recordActor } from '../ledger/record-store.ts'
import { type Rule, ruleSnapshot, ruleTermsSnapshot, usesLots } from './rule.ts'
import { transitions } from './rule-batch.ts'
import { insertRuleVersion } from './rule-version-store.ts'

type Change = { type: 'rule.created' | 'rule.updated'; rule: Rule; actor: RecordedActor }

/** Records a version of a rule and its event. */
export function recordRuleChange(tx: Tx, ledger: Ledger, { type, rule, actor }: Change): void {
  ledger.rulesVersion += 1n
  if (usesLots(rule)) ledger.usesLots = true
  const actorId = recordActor(tx, ledger, actor)
  insertRuleVersion(tx, ledger.partnerId, rule, { actorId, data: ruleTermsSnapshot(rule) })
  recordLifecycleEvent(tx, ledger, { type, data: { ...ruleSnapshot(rule), actor } })
}

/** Records what a rule became by a change or with time: started, ended, full or exhausted. */
export function recordTransitions(tx: Tx, ledger: Ledger, before: Rule, after: Rule): void {
  for (const type of transitions(before, after))
    recordLifecycleEvent(tx, ledger, { type, data: ruleSnapshot(after) })
}
