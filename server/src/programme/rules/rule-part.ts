import { mapRows } from '../../storage/database/by-partner.ts'
import type { BatchPart } from '../coin-calls/batch-part.ts'
import { insertLifecycleEvents } from '../ledger/ledger.ts'
import { findListeningRules } from './listening-rule-store.ts'
import { namesOf, type Rule } from './rule.ts'
import { type ListenedType, noRuleChanges, type RuleKeys, type RuleState } from './rule-batch.ts'
import { findNamedRules, findRules, markSubRulesUsed, saveRuleUse } from './rule-store.ts'

type RuleRows = { namedRules: Rule; rules: Rule; rulesOfTypes: Rule }

/** The rules that awards name, those that listen to activities, and those of awards that are reversed. */
export const RULES: BatchPart<RuleKeys, RuleRows, RuleState> = {
  newKeys: () => ({ ruleNames: new Set(), ruleIds: new Set(), activityTypes: [] }),
  load: (db, each) => ({
    namedRules: findNamedRules(db, each('ruleNames')),
    rules: findRules(db, each('ruleIds')),
    rulesOfTypes: findListeningRules(db, mapRows(each('activityTypes'), mergeTypes)),
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

/** Each type once for each version that is known of its rules. */
function mergeTypes(types: readonly ListenedType[]): ListenedType[] {
  const [first, ...others] = types
  if (first && others.length === 0) return [first]
  return [...Map.groupBy(types, ({ type, version }) => `${type} ${version}`).values()].map((same) => ({
    ...(same[0] as ListenedType),
    ruleIds: [...new Set(same.flatMap(({ ruleIds }) => (ruleIds === '' ? [] : ruleIds.split(','))))].join(
      ',',
    ),
  }))
}
