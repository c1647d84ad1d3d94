import { BALANCE_MAX, COINS_MAX, type Coins } from '../ledger/coin.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'
import { isSameTime, periodAt, startOfPeriod } from '../rules/period.ts'
import { activeSubRules, type BudgetUse, budgetUse, coinsFor, type Rule, type Units } from '../rules/rule.ts'
import { type CountPeriod, completionsAt, countPeriodAt, countPeriodEnd, streakEnd } from './streak.ts'

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
  /** Completions of a batched rule since the last payment. A streak that has ended stays until the next one begins. */
  progress: number
  /** The latest completion that counts for a period; null while every call counts. */
  countedAt: Date | null
  /** The event of the first completion of the streak; null while no streak has begun. */
  streakSeq: bigint | null
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
  countedAt: null,
  streakSeq: null,
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
  'already_counted',
  'budget_exhausted',
  'member_limit_reached',
  'balance_limit',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** What one user got from a rule in the current period. */
type UserUse = { start: Date | null; awards: number; coins: Coins }

/** A wallet with what all rules paid its member in the period of the limit over all rules. */
export type LimitedWallet = {
  balance: Coins
  points: Coins
  memberCoins: Coins | null
  memberPeriodStart: Date | null
}

/** What all rules paid one member in the current period of their limit. */
type MemberUse = { start: Date; coins: Coins; coinsMax: Coins }

export type Decision = {
  outcome: 'paid' | 'counted' | 'refused'
  reason: RefusalReason | null
  /** The first time at which nothing would refuse the call any more, if time alone gets there. */
  retryAt: Date | null
  /** Paid by this award. */
  coins: Coins
  reached: number
  needed: number
  /** Counts this decision, except in `paidSeq` and `streakSeq`. */
  progress: RuleProgress
  /** The period that the completion counts for; null for a refusal, and where every call counts. */
  count: CountPeriod | null
  user: UserUse
  budget: BudgetUse
  /** Null while there is no limit over all rules. */
  member: MemberUse | null
}

export type AwardCall = { ruleName: string; units: Units | null }

/** Decides one award: it pays, counts towards a payment, or is refused and changes nothing. */
export function decideAward(
  rule: Rule,
  { ruleName, units }: AwardCall,
  current: RuleProgress,
  wallet: LimitedWallet,
  now: Date,
  limit: MemberLimit,
): Decision {
  const user = userUse(rule, current, now)
  const budget = budgetUse(rule, now)
  const amount = coinsFor(rule, units)
  const after = progressAfter(rule, ruleName, current, now)
  const member = memberUse(limit, wallet, now)
  const unchanged = { retryAt: null, coins: 0n, needed: after.needed, user, budget, member }
  const count = countPeriodAt(rule, current, now)
  const input = { rule, ruleName, current, wallet, now, user, budget, member, amount, after, count }
  const reason = refusal(input)
  if (reason) {
    return {
      ...unchanged,
      outcome: 'refused',
      reason,
      retryAt: retryAfter(input, limit),
      reached: reachedSoFar(rule, current, now),
      progress: current,
      count: null,
    }
  }
  const countedAt = count ? now : current.countedAt
  if (after.reached < after.needed) {
    const counted = { ...current, progress: after.progress, countedAt, subRulesDone: after.subRulesDone }
    return {
      ...unchanged,
      outcome: 'counted',
      reason: null,
      reached: after.reached,
      progress: counted,
      count,
    }
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
      countedAt,
      subRulesDone: [],
    },
    count,
    user: paidTo,
    budget: { ...budget, used: budget.used + amount },
    member: member && { ...member, coins: member.coins + amount },
  }
}

/** Null while there is no limit over all rules. Counts from zero in a period that the wallet does not have yet. */
function memberUse(limit: MemberLimit, wallet: LimitedWallet, now: Date): MemberUse | null {
  const { memberCoinsMax, memberLimitPeriod, memberLimitSince, timeZone } = limit
  if (memberCoinsMax === null) return null
  const start = startOfPeriod(memberLimitPeriod, timeZone, memberLimitSince, now) as Date
  const coins = isSameTime(wallet.memberPeriodStart, start) ? (wallet.memberCoins ?? 0n) : 0n
  return { start, coins, coinsMax: memberCoinsMax }
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

function progressAfter(rule: Rule, calledName: string, current: RuleProgress, now: Date): Reached {
  if (rule.type === 'combined') {
    const done = new Set(current.subRulesDone).add(calledName)
    const active = activeSubRules(rule)
    const reached = active.filter((name) => done.has(name)).length
    return { reached, needed: active.length, progress: 0, subRulesDone: [...done] }
  }
  const progress = completionsAt(rule, current, now) + 1
  return { reached: progress, needed: rule.completionsNeeded, progress, subRulesDone: [] }
}

export function reachedSoFar(rule: Rule, current: RuleProgress, now: Date): number {
  if (rule.type !== 'combined') return completionsAt(rule, current, now)
  return activeSubRules(rule).filter((name) => current.subRulesDone.includes(name)).length
}

type DecisionInput = {
  rule: Rule
  ruleName: string
  current: RuleProgress
  wallet: LimitedWallet
  now: Date
  user: UserUse
  budget: BudgetUse
  member: MemberUse | null
  amount: Coins
  after: Reached
  count: CountPeriod | null
}

/**
 * Limits per user also refuse completions, which could not lead to a payment. A budget and the limit over all rules
 * refuse only payments.
 */
function refusal(input: DecisionInput): RefusalReason | undefined {
  const { rule, ruleName, current, wallet, now, user, budget, member, amount, after, count } = input
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
  const roundOver = reachedSoFar(rule, current, now) >= after.needed
  if (subRule && current.subRulesDone.includes(ruleName) && !roundOver) return 'sub_rule_repeated'
  if (count?.isCounted) return 'already_counted'
  if (after.reached < after.needed) return undefined
  if (rule.coinBudget !== null && budget.used + amount > rule.coinBudget) return 'budget_exhausted'
  if (member && member.coins + amount > member.coinsMax) return 'member_limit_reached'
  const isTooMuch = wallet.balance + amount > BALANCE_MAX || wallet.points + amount > BALANCE_MAX
  return isTooMuch ? 'balance_limit' : undefined
}

/**
 * Asks again for each time at which the rule starts, or a period or streak ends, as if nothing else happened until then.
 */
function retryAfter(input: DecisionInput, limit: MemberLimit): Date | null {
  const { rule, ruleName, current, wallet, now, user, budget, member } = input
  const userEnd = periodAt(rule.userLimitPeriod, rule.timeZone, now)?.end
  const budgetEnd = periodAt(rule.budgetPeriod, rule.timeZone, now)?.end
  const countEnds = [countPeriodEnd(rule, now), streakEnd(rule, current, now)]
  const memberEnd = member && periodAt(limit.memberLimitPeriod, limit.timeZone, now)?.end
  const ends = [rule.startsAt, userEnd, budgetEnd, memberEnd, ...countEnds]
  const times = ends.filter((time) => time != null && time > now) as Date[]
  times.sort((left, right) => left.getTime() - right.getTime())
  const isPossible = (at: Date) =>
    !refusal({
      ...input,
      now: at,
      after: progressAfter(rule, ruleName, current, at),
      count: countPeriodAt(rule, current, at),
      member: memberUse(limit, wallet, at),
      user: userEnd && at >= userEnd ? { ...user, awards: 0, coins: 0n } : user,
      budget: budgetEnd && at >= budgetEnd ? { ...budget, used: 0n } : budget,
    })
  return times.find(isPossible) ?? null
}
