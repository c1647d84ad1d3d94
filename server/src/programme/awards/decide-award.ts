import { BALANCE_MAX, COINS_MAX, type Coins } from '../ledger/coin.ts'
import { isSameTime, periodAt, startOfPeriod } from '../rules/period.ts'
import { activeSubRules, type BudgetUse, budgetUse, coinsFor, type Rule, type Units } from '../rules/rule.ts'

/** How far one user is with one rule. */
export type RuleProgress = {
  /** Paid awards that were not reversed to the last part, or of which something was written off. */
  paidAwards: number
  /** Coins paid, less those that the wallet gave back. */
  paidCoins: Coins
  /** The event of the latest payment, which used all completions before it. */
  paidSeq: bigint | null
  /** The same in the period of the user limits that began at `periodStart`; null while it is all time. */
  periodStart: Date | null
  periodAwards: number | null
  periodCoins: Coins | null
  /** Completions of a batched rule since the last payment. */
  progress: number
  /** Sub-rules of a combined rule done in this round. */
  subRulesDone: readonly string[]
}

export const NO_PROGRESS: RuleProgress = {
  paidAwards: 0,
  paidCoins: 0n,
  paidSeq: null,
  periodStart: null,
  periodAwards: null,
  periodCoins: null,
  progress: 0,
  subRulesDone: [],
}

export const progressKey = (ruleId: string, userId: string): string => `${ruleId} ${userId}`

export const REFUSAL_REASONS = [
  'combined_by_sub_rule',
  'rule_inactive',
  'rule_not_started',
  'rule_ended',
  'amount_too_small',
  'user_limit_reached',
  'user_coins_reached',
  'rule_full',
  'sub_rule_repeated',
  'budget_exhausted',
  'balance_limit',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** What one user got from a rule in the current period. */
type UserUse = { start: Date | null; awards: number; coins: Coins }

export type Decision = {
  outcome: 'paid' | 'counted' | 'refused'
  reason: RefusalReason | null
  /** The first time at which nothing would refuse the call any more, if time alone gets there. */
  retryAt: Date | null
  /** Paid by this award. */
  coins: Coins
  reached: number
  needed: number
  /** Counts this decision, except in `paidSeq`. */
  progress: RuleProgress
  user: UserUse
  budget: BudgetUse
}

export type AwardCall = { ruleName: string; units: Units | null }

/** Decides one award: it pays, counts towards a payment, or is refused and changes nothing. */
export function decideAward(
  rule: Rule,
  { ruleName, units }: AwardCall,
  current: RuleProgress,
  wallet: { balance: Coins; points: Coins },
  now: Date,
): Decision {
  const user = userUse(rule, current, now)
  const budget = budgetUse(rule, now)
  const amount = coinsFor(rule, units)
  const after = progressAfter(rule, ruleName, current)
  const unchanged = { retryAt: null, coins: 0n, needed: after.needed, user, budget }
  const input = { rule, ruleName, current, wallet, now, user, budget, amount, after }
  const reason = refusal(input)
  if (reason) {
    return {
      ...unchanged,
      outcome: 'refused',
      reason,
      retryAt: retryAfter(input),
      reached: reachedSoFar(rule, current),
      progress: current,
    }
  }
  if (after.reached < after.needed) {
    const counted = { ...current, progress: after.progress, subRulesDone: after.subRulesDone }
    return { ...unchanged, outcome: 'counted', reason: null, reached: after.reached, progress: counted }
  }
  const paidTo = { ...user, awards: user.awards + 1, coins: user.coins + amount }
  return {
    outcome: 'paid',
    reason: null,
    retryAt: null,
    coins: amount,
    reached: after.reached,
    needed: after.needed,
    progress: {
      ...current,
      paidAwards: current.paidAwards + 1,
      paidCoins: current.paidCoins + amount,
      periodStart: paidTo.start,
      periodAwards: paidTo.start && paidTo.awards,
      periodCoins: paidTo.start && paidTo.coins,
      progress: 0,
      subRulesDone: [],
    },
    user: paidTo,
    budget: { ...budget, used: budget.used + amount },
  }
}

/** What a user got so far in the current period. Counts from zero in a period that has no row yet. */
export function userUse(rule: Rule, current: RuleProgress, now: Date): UserUse {
  const start = startOfPeriod(rule.userLimitPeriod, rule.timeZone, rule.userLimitsSince, now)
  if (start === null) return { start, awards: current.paidAwards, coins: current.paidCoins }
  return isSameTime(current.periodStart, start)
    ? { start, awards: current.periodAwards ?? 0, coins: current.periodCoins ?? 0n }
    : { start, awards: 0, coins: 0n }
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

export function reachedSoFar(rule: Rule, current: RuleProgress): number {
  if (rule.type !== 'combined') return current.progress
  return activeSubRules(rule).filter((name) => current.subRulesDone.includes(name)).length
}

type DecisionInput = {
  rule: Rule
  ruleName: string
  current: RuleProgress
  wallet: { balance: Coins; points: Coins }
  now: Date
  user: UserUse
  budget: BudgetUse
  amount: Coins
  after: Reached
}

/**
 * Limits per user also refuse completions, which could not lead to a payment. A budget refuses only payments.
 */
function refusal(input: DecisionInput): RefusalReason | undefined {
  const { rule, ruleName, current, wallet, now, user, budget, amount, after } = input
  const subRule = rule.subRules.find((sub) => sub.name === ruleName)
  if (rule.type === 'combined' && !subRule) return 'combined_by_sub_rule'
  if (rule.status === 'inactive' || subRule?.status === 'inactive') return 'rule_inactive'
  if (rule.startsAt && now < rule.startsAt) return 'rule_not_started'
  if (rule.endsAt && now >= rule.endsAt) return 'rule_ended'
  if (amount < 1n) return 'amount_too_small'
  if (amount > COINS_MAX) return 'balance_limit'
  if (rule.userAwardsMax !== null && user.awards >= rule.userAwardsMax) return 'user_limit_reached'
  if (rule.userCoinsMax !== null && user.coins + amount > rule.userCoinsMax) return 'user_coins_reached'
  if (current.paidAwards === 0 && rule.participants >= rule.participantsMax) return 'rule_full'
  // A change of the rule can leave all its active sub-rules done; then the next call pays, whatever it names.
  const roundOver = reachedSoFar(rule, current) >= after.needed
  if (subRule && current.subRulesDone.includes(ruleName) && !roundOver) return 'sub_rule_repeated'
  if (after.reached < after.needed) return undefined
  if (rule.coinBudget !== null && budget.used + amount > rule.coinBudget) return 'budget_exhausted'
  const isTooMuch = wallet.balance + amount > BALANCE_MAX || wallet.points + amount > BALANCE_MAX
  return isTooMuch ? 'balance_limit' : undefined
}

/**
 * Asks again for each time at which the rule starts or a period ends, as if nothing else happened until then.
 */
function retryAfter(input: DecisionInput): Date | null {
  const { rule, now, user, budget } = input
  const userEnd = periodAt(rule.userLimitPeriod, rule.timeZone, now)?.end
  const budgetEnd = periodAt(rule.budgetPeriod, rule.timeZone, now)?.end
  const times = [rule.startsAt, userEnd, budgetEnd].filter((time) => time != null && time > now) as Date[]
  times.sort((left, right) => left.getTime() - right.getTime())
  const isPossible = (at: Date) =>
    !refusal({
      ...input,
      now: at,
      user: userEnd && at >= userEnd ? { ...user, awards: 0, coins: 0n } : user,
      budget: budgetEnd && at >= budgetEnd ? { ...budget, used: 0n } : budget,
    })
  return times.find(isPossible) ?? null
}
