import { BALANCE_MAX, type Coins } from '../ledger/coin.ts'
import { activeSubRules, type Rule } from '../rules/rule.ts'

/** How far one user is with one rule. */
export type RuleProgress = {
  /** Paid awards that stand. */
  paidAwards: number
  /** Completions of a batched rule since the last payment. */
  progress: number
  /** Sub-rules of a combined rule done in this round. */
  subRulesDone: readonly string[]
}

export const NO_PROGRESS: RuleProgress = { paidAwards: 0, progress: 0, subRulesDone: [] }

/** One user's standing with one rule, as a key of a map. */
export const ruleProgressKey = (ruleId: string, userId: string): string => `${ruleId} ${userId}`

export type RefusalReason =
  | 'combined_by_sub_rule'
  | 'rule_inactive'
  | 'user_limit_reached'
  | 'rule_full'
  | 'sub_rule_repeated'
  | 'balance_limit'

export type Decision =
  | { outcome: 'paid' | 'counted'; reached: number; needed: number; standing: RuleProgress }
  | { outcome: 'refused'; reason: RefusalReason; reached: number; needed: number; standing: RuleProgress }

/** Decides one award call: it pays, it counts towards a payment, or it is refused and changes nothing. */
export function decideAward(
  rule: Rule,
  calledName: string,
  standing: RuleProgress,
  wallet: { balance: Coins; points: Coins },
): Decision {
  const after = progressAfter(rule, calledName, standing)
  const reason = refusal(rule, calledName, standing, wallet, after)
  if (reason) {
    return {
      outcome: 'refused',
      reason,
      reached: reachedSoFar(rule, standing),
      needed: after.needed,
      standing,
    }
  }
  if (after.reached < after.needed) {
    const counted = { ...standing, progress: after.progress, subRulesDone: after.subRulesDone }
    return { outcome: 'counted', reached: after.reached, needed: after.needed, standing: counted }
  }
  const paid: RuleProgress = { paidAwards: standing.paidAwards + 1, progress: 0, subRulesDone: [] }
  return { outcome: 'paid', reached: after.reached, needed: after.needed, standing: paid }
}

type Progress = { reached: number; needed: number; progress: number; subRulesDone: readonly string[] }

function progressAfter(rule: Rule, calledName: string, standing: RuleProgress): Progress {
  if (rule.type === 'combined') {
    const done = new Set(standing.subRulesDone).add(calledName)
    const active = activeSubRules(rule)
    const reached = active.filter((name) => done.has(name)).length
    return { reached, needed: active.length, progress: 0, subRulesDone: [...done] }
  }
  const progress = standing.progress + 1
  return { reached: progress, needed: rule.completionsNeeded, progress, subRulesDone: [] }
}

function reachedSoFar(rule: Rule, standing: RuleProgress): number {
  if (rule.type !== 'combined') return standing.progress
  return activeSubRules(rule).filter((name) => standing.subRulesDone.includes(name)).length
}

function refusal(
  rule: Rule,
  calledName: string,
  standing: RuleProgress,
  wallet: { balance: Coins; points: Coins },
  after: Progress,
): RefusalReason | undefined {
  const subRule = rule.subRules.find((sub) => sub.name === calledName)
  if (rule.type === 'combined' && !subRule) return 'combined_by_sub_rule'
  if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
  if (rule.userAwardsMax !== null && standing.paidAwards >= rule.userAwardsMax) return 'user_limit_reached'
  if (standing.paidAwards === 0 && rule.participants >= rule.participantsMax) return 'rule_full'
  // When a change of the rule left all its active sub-rules done, the next call pays, whichever it names.
  const roundOver = reachedSoFar(rule, standing) >= after.needed
  if (subRule && standing.subRulesDone.includes(calledName) && !roundOver) return 'sub_rule_repeated'
  const pays = after.reached >= after.needed
  if (pays && (wallet.balance + rule.coins > BALANCE_MAX || wallet.points + rule.coins > BALANCE_MAX))
    return 'balance_limit'
  return undefined
}
