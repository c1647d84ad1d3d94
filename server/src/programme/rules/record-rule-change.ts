import type { Tx } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { type Ledger, type LifecycleEventType, recordLifecycleEvent } from '../ledger/ledger.ts'
import { recordActor } from '../ledger/record-store.ts'
import { isFull, type Rule } from './rule.ts'
import { ruleSnapshot, ruleTermsSnapshot } from './rule-snapshot.ts'
import { insertRuleVersion } from './rule-version-store.ts'

type Change = { type: 'rule.created' | 'rule.updated'; rule: Rule; actor: RecordedActor }

/** Records a version of a rule and its event. */
export function recordRuleChange(tx: Tx, ledger: Ledger, { type, rule, actor }: Change): void {
  const actorId = recordActor(tx, ledger, actor)
  insertRuleVersion(tx, ledger.partnerId, rule, { actorId, data: ruleTermsSnapshot(rule) })
  recordLifecycleEvent(tx, ledger, { type, data: { ...ruleSnapshot(rule), actor } })
}

/** Records what a rule became by a change or with time: started, ended, full or exhausted. */
export function recordTransitions(tx: Tx, ledger: Ledger, before: Rule, after: Rule): void {
  for (const type of transitions(before, after))
    recordLifecycleEvent(tx, ledger, { type, data: ruleSnapshot(after) })
}

const PHASES = ['scheduled', 'running', 'ended'] as const

/** The events of what a rule became, in the order in which it became so. */
export function transitions(before: Rule, after: Rule): LifecycleEventType[] {
  const [from, to] = [PHASES.indexOf(before.phase), PHASES.indexOf(after.phase)]
  return [
    ...(from < 1 && to >= 1 ? (['rule.started'] as const) : []),
    ...(from < 2 && to >= 2 ? (['rule.ended'] as const) : []),
    ...(!isFull(before) && isFull(after) ? (['rule.full'] as const) : []),
    ...(!before.isExhausted && after.isExhausted ? (['rule.exhausted'] as const) : []),
  ]
}
