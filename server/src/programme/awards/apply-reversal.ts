import { newId } from '../../storage/database/ids.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import { type CallResult, UNDECIDED, type Undecided } from '../coin-calls/call-result.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { partsOfBalance } from '../ledger/balance.ts'
import { nextSeq } from '../ledger/ledger.ts'
import { carryOutRevocation, planRevocation } from '../lots/wallet-lots.ts'
import { type DetailsState, isErased } from '../members/details-part.ts'
import { isSameTime } from '../rules/period.ts'
import { budgetUse, type Rule } from '../rules/rule.ts'
import { changeBudget, changeParticipants } from '../rules/rule-batch.ts'
import { revokeCoins, walletOf } from '../wallets/wallet-batch.ts'
import { type Award, type FoundAward, lotOfAward, type Reversal, type ReversalRequest } from './award.ts'
import { type AwardBatch, type AwardKeys, changeProgress } from './award-batch.ts'
import { NO_PROGRESS, progressKey, type RuleProgress } from './decide-award.ts'
import { isTakenBack, leftOf, type ReversedCoins, refuseReversal, splitReversal } from './decide-reversal.ts'
import { progressWithout } from './streak.ts'

type ReversalBatch = AwardBatch & DetailsState

const NOTHING: ReversedCoins = { coins: 0n, taken: 0n, fromExpired: 0n, owed: 0n, writtenOff: 0n }

export const REVERSAL: CallKind<ReversalRequest, Reversal, AwardKeys, ReversalBatch> = {
  addKeys: ({ awardId }, { awardIds }) => awardIds.add(awardId),
  apply: applyReversal,
}

/**
 * Reverses an award or a part of it. The last part frees the participant slot and takes back the user's
 * count, unless a part was written off. Progress and streak stay as they are, except that a counted completion
 * which no payment used is taken back.
 */
export function applyReversal(
  batch: ReversalBatch,
  { request, keyed }: Keyed<{ request: ReversalRequest }>,
  actor: RecordedActor,
  returnId: string | null = null,
): CallResult<Reversal> | Undecided {
  const found = batch.awards.get(request.awardId)
  if (!found) return { kind: 'unknown', what: 'Award' }
  const { remaining: _, hasWriteOff: __, ...award } = found
  const wallet = walletOf(batch, award.userId)
  const progress = batch.progress.get(progressKey(award.ruleId, award.userId)) ?? NO_PROGRESS
  const { paidSeq } = progress
  // An award of this batch may have coins in a lot that was not read; the next batch reads it.
  if (!wallet.areLotsRead) return UNDECIDED
  const lotId = lotOfAward(award)
  const amount = request.coins ?? leftOf(found)
  const revocation = planRevocation(wallet, lotId, found.outcome === 'paid' ? amount : 0n)
  const reachable = () => revocation.taken + revocation.fromExpired
  const reason = refuseReversal(found, request, { reachable, paidSeq }) ?? null
  const parts = reason
    ? { ...NOTHING, coins: amount }
    : splitReversal(amount, request.shortfall, revocation, wallet)
  const remaining = reason ? null : leftOf(found) - amount
  const seq = nextSeq(batch.ledger)
  if (remaining !== null) {
    found.remaining = remaining
    found.hasWriteOff ||= parts.writtenOff > 0n
    if (award.outcome === 'paid') {
      carryOutRevocation(wallet, revocation)
      takeBack(batch, found, parts, progress)
    } else takeBackCompletion(batch, award, progress)
  }
  const reversal: Reversal = {
    ...parts,
    id: newId(),
    seq,
    actor,
    award,
    remaining,
    outcome: reason ? 'refused' : 'reversed',
    reason,
    narration: isErased(batch, award.userId) ? null : request.narration,
    balance: wallet.balance,
    points: wallet.points,
    parts: partsOfBalance(wallet),
    returnId,
    createdAt: batch.ledger.now,
  }
  const hasWriteOff = reason ? null : found.hasWriteOff
  batch.changes.reversals.push({ ...reversal, hasWriteOff, keyed })
  return { kind: 'decided', record: reversal, isReplay: false }
}

/** Budget and limits get back only what the wallet gave, and only in a period that still runs. */
function takeBack(batch: AwardBatch, award: FoundAward, part: ReversedCoins, progress: RuleProgress): void {
  const { userId, createdAt } = award
  const rule = batch.rulesById.get(award.ruleId) as Rule
  revokeCoins(batch, { ...part, userId }, createdAt)
  const wallet = walletOf(batch, userId)
  if (wallet.memberCoins !== null && isSameTime(award.memberPeriodStart, wallet.memberPeriodStart))
    wallet.memberCoins -= part.taken
  const awards = isTakenBack(award) ? 1 : 0
  const { periodStart, periodAwards, periodCoins } = progress
  const isSamePeriod = periodStart !== null && isSameTime(award.userPeriodStart, periodStart)
  changeProgress(batch, rule, userId, {
    ...progress,
    paidAwards: progress.paidAwards - awards,
    paidCoins: progress.paidCoins - part.taken,
    ...(isSamePeriod && {
      periodAwards: (periodAwards ?? 0) - awards,
      periodCoins: (periodCoins ?? 0n) - part.taken,
    }),
  })
  if (awards === 1 && progress.paidAwards === 1) changeParticipants(batch, rule, -1)
  if (rule.coinBudget === null || part.taken === 0n) return
  const budget = budgetUse(rule, batch.ledger.now)
  if (budget.start === null || isSameTime(award.budgetStart, budget.start))
    changeBudget(batch, rule, { ...budget, used: budget.used - part.taken })
}

function takeBackCompletion(batch: AwardBatch, award: Award, progress: RuleProgress): void {
  const rule = batch.rulesById.get(award.ruleId) as Rule
  changeProgress(batch, rule, award.userId, progressWithout(rule, award, progress, batch.ledger.now))
}
