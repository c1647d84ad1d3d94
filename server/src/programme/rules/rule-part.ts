import type { BatchPart } from '../coin-calls/batch-part.ts'
import { insertLifecycleEvents } from '../ledger/ledger.ts'
import { namesOf, type Rule } from './rule.ts'
import { noRuleChanges, type RuleKeys, type RuleState } from './rule-batch.ts'
import {
  findNamedRules,
  findRules,
  findRulesByActivityType,
  markSubRulesUsed,
  saveRuleUse,
} from './rule-store.ts'

type RuleRows = { namedRules: Rule; rules: Rule; rulesOfTypes: Rule }

/** The rules that awards name, those that listen to activities, and those of awards that are reversed. */
export const RULES: BatchPart<RuleKeys, RuleRows, RuleState> = {
  newKeys: () => ({ ruleNames: new Set(), ruleIds: new Set(), activityTypes: new Set() }),
  load: (db, each) => ({
    namedRules: findNamedRules(db, each('ruleNames')),
    rules: findRules(db, each('ruleIds')),
    rulesOfTypes: findRulesByActivityType(db, each('activityTypes')),
  }),
  state(_, { namedRules, rules, rulesOfTypes }) {
    // A rule that is found twice is one object, which the calls change.
    const rulesById = new Map([...rules, ...namedRules, ...rulesOfTypes].map((rule) => [rule.id, rule]))
    const named = [...rulesById.values()].flatMap((rule) =>
      namesOf(rule).map((name): [string, Rule] => [name, rule]),
    )
    return { rules: new Map(named), rulesById, changes: noRuleChanges() }
  },
  save(tx, each) {
    insertLifecycleEvents(tx, each('lifecycleEvents'))
    saveRuleUse(tx, each('rules'))
    markSubRulesUsed(tx, each('subRules'))
  },
}
