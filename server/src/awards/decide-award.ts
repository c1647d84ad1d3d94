import { BALANCE_MAX, type Coins } from '../ledger/coin.ts'
import { activeSubRules, type Rule } from '../rules/rule.ts'

/** How far one user is with one rule. */
export type RuleProgress = {
  /** Paid awards that were not reversed. */
  paidAwards: number
  /** Completions of a batched rule since the last payment. */
  progress: number
  /** Sub-rules of a combined rule done in this round. */
  subRulesDone: readonly string[]
}

export const NO_PROGRESS: RuleProgress = { paidAwards: 0, progress: 0, subRulesDone: [] }

export const progressKey = (ruleId: string, userId: string): string => `${ruleId} ${userId}`

export type RefusalReason =
  | 'combined_by_sub_rule'
  | 'rule_inactive'
  | 'user_limit_reached'
  | 'rule_full'
  | 'sub_rule_repeated'
  | 'balance_limit'

export type Decision =
  | { outcome: 'paid' | 'counted'; reached: number; needed: number; progress: RuleProgress }
  | { outcome: 'refused'; reason: RefusalReason; reached: number; needed: number; progress: RuleProgress }

/** Decides one award: it pays, counts towards a payment, or is refused and changes nothing. */
export function decideAward(
  rule: Rule,
  calledName: string,
  current: RuleProgress,
  wallet: { balance: Coins; points: Coins },
): Decision {
  const after = progressAfter(rule, calledName, current)
  const reason = refusal(rule, calledName, current, wallet, after)
  if (reason) {
    return {
      outcome: 'refused',
      reason,
      reached: reachedSoFar(rule, current),
      needed: after.needed,
      progress: current,
    }
  }
  if (after.reached < after.needed) {
    const counted = { ...current, progress: after.progress, subRulesDone: after.subRulesDone }
    return { outcome: 'counted', reached: after.reached, needed: after.needed, progress: counted }
  }
  const paid: RuleProgress = { paidAwards: current.paidAwards + 1, progress: 0, subRulesDone: [] }
  return { outcome: 'paid', reached: after.reached, needed: after.needed, progress: paid }
}

type Reached = { reached: number; needed: number; progress: number; subRulesDone: readonly string[] }

function progressAfter(rule: Rule, calledName: string, current: RuleProgress): Reached {
  if (rule.type === 'combined') {
    const done = new Set(current.subRulesDone).add(calledName)
    const active = activeSubRules(rule)
    const reached = active.filter((name) => done.has(name)).length
    return { reached, needed: active.length, progress: 0, subRulesDone: [...done] }
  }
  const progress = current.progress + 1
  return { reached: progress, needed: rule.completionsNeeded, progress, subRulesDone: [] }
}

function reachedSoFar(rule: Rule, current: RuleProgress): number {
  if (rule.type !== 'combined') return current.progress
  return activeSubRules(rule).filter((name) => current.subRulesDone.includes(name)).length
}

function refusal(
  rule: Rule,
  calledName: string,
  current: RuleProgress,
  wallet: { balance: Coins; points: Coins },
  after: Reached,
): RefusalReason | undefined {
  const subRule = rule.subRules.find((sub) => sub.name === calledName)
  if (rule.type === 'combined' && !subRule) return 'combined_by_sub_rule'
  if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
  if (rule.userAwardsMax !== null && current.paidAwards >= rule.userAwardsMax) return 'user_limit_reached'
  if (current.paidAwards === 0 && rule.participants >= rule.participantsMax) return 'rule_full'
  // A change of the rule can leave all its active sub-rules done; then the next call pays, whatever it names.
  const roundOver = reachedSoFar(rule, current) >= after.needed
  if (subRule && current.subRulesDone.includes(calledName) && !roundOver) return 'sub_rule_repeated'
  const pays = after.reached >= after.needed
  if (pays && (wallet.balance + rule.coins > BALANCE_MAX || wallet.points + rule.coins > BALANCE_MAX))
    return 'balance_limit'
  return undefined
}
