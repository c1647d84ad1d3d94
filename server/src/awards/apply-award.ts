import { newId } from '../database/ids.ts'
import type { CallResult, Keyed } from '../idempotency/idempotency-key.ts'
import { nextSeq } from '../ledger/ledger.ts'
import { issueCoins } from '../wallets/wallet-batch.ts'
import type { Award, AwardRequest } from './award.ts'
import { type AwardBatch, changeParticipants, changeProgress } from './award-batch.ts'
import { decideAward, NO_PROGRESS, progressKey } from './decide-award.ts'

/** Decides one award and records it in the batch with its coins and progress. */
export function applyAward(
  batch: AwardBatch,
  { request, keyed }: Keyed<{ request: AwardRequest }>,
): CallResult<Award> {
  const { userId, ruleName } = request
  const wallet = batch.wallets.get(userId)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }
  const rule = batch.rules.get(ruleName)
  if (!rule) return { kind: 'unknown', what: 'Rule' }

  const before = batch.progress.get(progressKey(rule.id, userId)) ?? NO_PROGRESS
  const decision = decideAward(rule, ruleName, before, wallet)
  if (decision.outcome !== 'refused') changeProgress(batch, rule, userId, decision.progress)
  if (decision.outcome === 'paid') {
    if (before.paidAwards === 0) changeParticipants(batch, rule, 1)
    issueCoins(batch, { userId, coins: rule.coins })
  }
  if (rule.subRules.some((sub) => sub.name === ruleName && !sub.hasHistory))
    batch.changes.subRules.add(ruleName)

  const award: Award = {
    ...request,
    id: newId(),
    seq: nextSeq(batch.ledger),
    ruleId: rule.id,
    outcome: decision.outcome,
    reason: decision.outcome === 'refused' ? decision.reason : null,
    coins: decision.outcome === 'paid' ? rule.coins : 0n,
    progress: decision.reached,
    progressNeeded: decision.needed,
    userAwards: decision.progress.paidAwards,
    userAwardsMax: rule.userAwardsMax,
    participants: rule.participants,
    participantsMax: rule.participantsMax,
    detail:
      decision.outcome === 'refused' && decision.reason === 'combined_by_sub_rule'
        ? rule.subRules.map((sub) => `"${sub.name}"`).join(', ')
        : null,
    createdAt: batch.ledger.now,
  }
  batch.changes.awards.push({ ...award, keyed })
  return { kind: 'decided', record: award, isReplay: false }
}
