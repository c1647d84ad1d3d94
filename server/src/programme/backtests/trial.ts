import { createHash, type Hash } from 'node:crypto'
import type { Properties } from '../activities/activity.ts'
import {
  type ActivityInput,
  decideActivity,
  type Evaluation,
  hasMatched,
  type ListenerOutcome,
} from '../activities/decide-activity.ts'
import {
  type Decision,
  decideAward,
  type LimitedWallet,
  NO_PROGRESS,
  type RuleProgress,
} from '../awards/decide-award.ts'
import type { ConditionInput } from '../conditions/evaluate.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { type Listener, listenersIn } from '../rules/listener.ts'
import { type PeriodSpan, periodAt } from '../rules/period.ts'
import { type Rule, UNUSED } from '../rules/rule.ts'
import type { BacktestResult } from './backtest.ts'

/** An activity as it is stored, with its member as before it. */
export type TriedActivity = {
  id: string
  type: string
  userId: string
  reference: string | null
  /** Null when none were told. */
  properties: Properties | null
  occurredAt: Date
  balance: Coins
  points: Coins
  createdAt: Date
  /** What conditions read beside balance and points; null when none does. */
  member: Pick<NonNullable<ConditionInput['member']>, 'externalId' | 'joinedAt' | 'attributes'> | null
  /** Whether something that conditions read was erased or purged. */
  isUnreadable: boolean
}

type Day = { awards: number; coins: Coins }

/** A rule that is tried on activities in their order, with counters of its own. */
export type Trial = {
  rule: Rule
  listeners: Map<string, Listener[]>
  /** By user. */
  progress: Map<string, RuleProgress>
  activities: number
  matched: number
  failed: number
  unreadable: number
  paid: number
  counted: number
  refused: Map<string, number>
  coins: Coins
  /** By the time at which each begins in the zone of the rule. */
  days: Map<number, Day>
  digest: Hash
}

/** The rule is alone. */
const NO_LIMIT: MemberLimit = {
  memberCoinsMax: null,
  memberLimitPeriod: 'day',
  memberLimitSince: null,
  timeZone: 'UTC',
}

/** How many members with the most coins a result names. */
const TOP_MAX = 10

/** Begins with counters at zero. Unless `asWritten`, the rule is active at any time. */
export function newTrial(terms: Rule, { asWritten }: { asWritten: boolean }): Trial {
  const window = asWritten ? {} : ({ status: 'active', startsAt: null, endsAt: null } as const)
  const rule: Rule = { ...terms, ...UNUSED, ...window }
  return {
    rule,
    listeners: Map.groupBy(listenersIn(rule), ({ subRule }) => (subRule ?? rule).activityType as string),
    progress: new Map(),
    activities: 0,
    matched: 0,
    failed: 0,
    unreadable: 0,
    paid: 0,
    counted: 0,
    refused: new Map(),
    coins: 0n,
    days: new Map(),
    digest: createHash('sha256'),
  }
}

/** What conditions saw of an activity. */
export function seenBy(activity: TriedActivity): ActivityInput['seen'] {
  const { type, reference, properties, occurredAt, createdAt, member, balance, points } = activity
  return {
    properties: properties ?? {},
    activity: { type, reference, occurredAt },
    member: member && { ...member, balance, points },
    now: createdAt,
  }
}

/** Decides the next activity as a live call would, with the rule alone. */
export function tryActivity(trial: Trial, activity: TriedActivity): void {
  const { type, userId, balance, points } = activity
  const listeners = trial.listeners.get(type)
  if (!listeners) return
  trial.activities += 1
  if (activity.isUnreadable) {
    trial.unreadable += 1
    return
  }
  const decisions = new Map<Evaluation, Decision>()
  const wallet: LimitedWallet = { balance, points, memberCoins: null, memberPeriodStart: null }
  const evaluations = decideActivity(
    {
      listeners,
      seen: seenBy(activity),
      progressOf: () => trial.progress.get(userId),
    },
    (matched) => {
      const decision = awardAlone(trial, activity, matched, wallet)
      decisions.set(matched, decision)
      return decision.outcome
    },
  )
  if (evaluations.some(({ outcome }) => hasMatched(outcome))) trial.matched += 1
  if (evaluations.some(({ outcome }) => outcome === 'evaluation_failed')) trial.failed += 1
  for (const evaluation of evaluations) {
    const decision = decisions.get(evaluation)
    addToDigest(trial.digest, {
      activityId: activity.id,
      outcome: evaluation.outcome,
      reason: decision?.reason ?? null,
      coins: decision?.coins ?? 0n,
    })
  }
}

/** Decides an award and counts it. Sub-rules that come later in the activity see what it paid. */
function awardAlone(
  trial: Trial,
  { userId, createdAt }: TriedActivity,
  { listener, units }: Evaluation,
  wallet: LimitedWallet,
): Decision {
  const { rule } = trial
  const before = trial.progress.get(userId) ?? NO_PROGRESS
  const call = { ruleName: listener.name, units }
  const decision = decideAward(rule, call, before, wallet, createdAt, NO_LIMIT)
  const { outcome, reason, coins, progress, budget } = decision
  if (outcome === 'refused') {
    trial.refused.set(reason as string, (trial.refused.get(reason as string) ?? 0) + 1)
    return decision
  }
  trial.progress.set(userId, progress)
  if (outcome === 'counted') {
    trial.counted += 1
    return decision
  }
  if (before.paidAwards === 0) rule.participants += 1
  rule.budgetUsed = budget.used
  rule.budgetStart = budget.start
  wallet.balance += coins
  wallet.points += coins
  trial.paid += 1
  trial.coins += coins
  const { start } = periodAt('day', rule.timeZone, createdAt) as PeriodSpan
  const day = trial.days.get(start.getTime()) ?? { awards: 0, coins: 0n }
  trial.days.set(start.getTime(), { awards: day.awards + 1, coins: day.coins + coins })
  return decision
}

type DigestLine = { activityId: string; outcome: ListenerOutcome; reason: string | null; coins: Coins }

/** A line for each rule or sub-rule that listened to an activity, in the order in which they are decided. */
const addToDigest = (digest: Hash, { activityId, outcome, reason, coins }: DigestLine): void =>
  void digest.update(`${JSON.stringify([activityId, outcome, reason, formatCoins(coins)])}\n`)

/** Ends a trial. */
export function trialResult(trial: Trial): Omit<BacktestResult, 'notes'> {
  const { activities, matched, failed, unreadable, paid, counted, rule } = trial
  return {
    activities,
    matched,
    failed,
    unreadable,
    paid,
    counted,
    refused: [...trial.refused]
      .map(([reason, count]) => ({ reason, count }))
      .sort((left, right) => right.count - left.count || (left.reason < right.reason ? -1 : 1)),
    coins: formatCoins(trial.coins),
    participants: rule.participants,
    days: [...trial.days].map(([start, { awards, coins }]) => ({
      date: dayIn(rule.timeZone, new Date(start)),
      awards,
      coins: formatCoins(coins),
    })),
    top: topOf(trial.progress),
    digest: trial.digest.digest('hex'),
  }
}

function topOf(progress: Trial['progress']): BacktestResult['top'] {
  let top: { userId: string; paidCoins: Coins }[] = []
  const cut = () => {
    top = top.sort((left, right) => compare(right.paidCoins, left.paidCoins)).slice(0, TOP_MAX)
  }
  for (const [userId, { paidCoins }] of progress) {
    if (paidCoins === 0n) continue
    top.push({ userId, paidCoins })
    if (top.length >= 100 * TOP_MAX) cut()
  }
  cut()
  return top.map(({ userId, paidCoins }) => ({ userId, coins: formatCoins(paidCoins) }))
}

const compare = (left: bigint, right: bigint) => (left < right ? -1 : left > right ? 1 : 0)
