import { newId } from '../database/ids.ts'
import type { CallResult, Keyed } from '../idempotency/idempotency-key.ts'
import { nextSeq } from '../ledger/ledger.ts'
import type { Rule } from '../rules/rule.ts'
import { revokeCoins, walletOf } from '../wallets/wallet-batch.ts'
import type { Reversal } from './award.ts'
import { type AwardBatch, changeParticipants, changeProgress } from './award-batch.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'
import { refuseReversal } from './decide-reversal.ts'

/** Reverses an award: frees the participant slot and takes back the user's count. Progress stays as it is. */
export function applyReversal(
  batch: AwardBatch,
  { awardId, keyed }: Keyed<{ awardId: string }>,
): CallResult<Reversal> {
  const found = batch.awards.get(awardId)
  if (!found) return { kind: 'unknown', what: 'Award' }
  const { isReversed: _, ...award } = found
  const { userId, coins, createdAt } = award
  const { balance } = walletOf(batch, userId)
  const reason = refuseReversal(found, { balance })
  const reversal: Reversal = {
    id: newId(),
    award,
    outcome: reason ? 'refused' : 'reversed',
    reason,
    balance,
    seq: reason ? null : nextSeq(batch.ledger),
    createdAt: batch.ledger.now,
  }
  if (!reason) {
    const rule = batch.rulesById.get(award.ruleId) as Rule
    const progress = batch.progress.get(progressKey(rule.id, userId)) as RuleProgress
    changeProgress(batch, rule, userId, { ...progress, paidAwards: progress.paidAwards - 1 })
    if (progress.paidAwards === 1) changeParticipants(batch, rule, -1)
    revokeCoins(batch, { userId, coins }, createdAt)
    found.isReversed = true
  }
  batch.changes.reversals.push({ ...reversal, keyed })
  return { kind: 'decided', record: reversal, isReplay: false }
}
