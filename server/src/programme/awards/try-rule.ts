import { invalidFields, notFound } from '../../runtime/failure.ts'
import type { Coins } from '../ledger/coin.ts'
import { MEMBER } from '../members/membership-store.ts'
import type { ReadBatch } from '../read-batches/read-batch.ts'
import { type RuleChanges, withChanges, withUse } from '../rules/change-rule.ts'
import { type Rule, ruleAt, type Units } from '../rules/rule.ts'
import { PAID_COINS, RULE } from '../rules/rule-store.ts'
import { unitsProblem } from './apply-award.ts'
import { type Decision, decideAward } from './decide-award.ts'
import { PROGRESS } from './member-progress.ts'
import { MEMBER_USE } from './member-use-store.ts'

/** An award of a rule that is only tried, with changes that the rule does not have yet. */
type Trial = {
  ruleId: string
  userId: string
  /** Null for the rule itself. */
  ruleName: string | null
  units: Units | null
  changes: RuleChanges
}

export type TriedAward = {
  rule: Rule
  decision: Decision
  participants: number
  wallet: { balance: Coins; points: Coins }
}

/** Decides an award as if the rule had the changes. Nothing is written. */
export async function tryRule(batch: ReadBatch, trial: Trial, now: Date): Promise<TriedAward> {
  const { ruleId, userId, units, changes } = trial
  const [found, member, use, progress] = await Promise.all([
    batch.load(RULE, ruleId),
    batch.load(MEMBER, userId),
    batch.load(MEMBER_USE, userId),
    batch.load(PROGRESS, { ruleId, userId }),
  ])
  if (!found) throw notFound('Rule')
  if (!member || !use) throw notFound('User')
  const before = ruleAt(found, now)
  const paidCoins = () => batch.load(PAID_COINS, ruleId)
  const rule = await withUse(before, withChanges(before, changes), { now, paidCoins })
  const problem = unitsProblem(rule, { units })
  if (problem) throw invalidFields([problem])
  const call = { ruleName: trial.ruleName ?? rule.name, units }
  const { balance, points } = member
  const decision = decideAward(rule, call, progress, { ...use, balance, points }, now, use)
  // What the user owes is settled first.
  const settled = decision.coins < member.owed ? decision.coins : member.owed
  const isNew = decision.outcome === 'paid' && progress.paidAwards === 0
  return {
    rule,
    decision,
    participants: rule.participants + (isNew ? 1 : 0),
    wallet: { balance: balance + decision.coins - settled, points: points + decision.coins },
  }
}
