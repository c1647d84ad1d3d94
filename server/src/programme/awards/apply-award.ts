import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { newId } from '../../storage/database/ids.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { type CoinBatch, settleArrears } from '../coins/coin-batch.ts'
import type { Keyed, KeyedRequest } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { partsOfBalance } from '../ledger/balance.ts'
import { BALANCE_MAX } from '../ledger/coin.ts'
import { nextSeq } from '../ledger/ledger.ts'
import { creditWallet, momentsOf, NO_MOMENTS } from '../lots/moments.ts'
import { mayBeFull } from '../lots/timed-wallet.ts'
import { hasRoomFor } from '../lots/wallet-lots.ts'
import type { Rule } from '../rules/rule.ts'
import {
  advancePhase,
  changeBudget,
  changeParticipants,
  type RuleKeys,
  recordRuleEvent,
} from '../rules/rule-batch.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { addMember, findWallet, issueCoins, type WalletKeys } from '../wallets/wallet-batch.ts'
import type { Award, AwardRequest } from './award.ts'
import { type AwardBatch, type AwardKeys, changeProgress } from './award-batch.ts'
import { type Decision, decideAward, NO_PROGRESS, progressKey, type RuleProgress } from './decide-award.ts'
import { endReferral } from './refer-member.ts'

type Keys = WalletKeys & RuleKeys & AwardKeys

export const AWARD: CallKind<AwardRequest, Award, Keys, AwardBatch & CoinBatch> = {
  addKeys({ member, ruleName }, keys) {
    addMember(keys, member)
    keys.ruleNames.add(ruleName)
    if ('userId' in member) keys.namedProgress.push({ ruleName, userId: member.userId })
    else keys.namedProgressByExternalId.push({ ruleName, externalId: member.externalId })
  },
  apply: applyAward,
}

/** Decides one award by name and records it in the batch with its coins and progress. */
export function applyAward(
  batch: AwardBatch & CoinBatch,
  { request, keyed }: Keyed<{ request: AwardRequest }>,
  actor: RecordedActor,
): CallResult<Award> {
  const wallet = findWallet(batch, request.member)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }
  const rule = batch.rules.get(request.ruleName)
  if (!rule) return { kind: 'unknown', what: 'Rule' }
  const problem = unitsProblem(rule, request)
  if (problem) return { kind: 'invalid', fields: [problem] }
  advancePhase(batch, rule)
  const decided = decideInBatch(batch, { rule, wallet, request })
  return { kind: 'decided', record: recordAward(batch, decided, actor, keyed), isReplay: false }
}

/** An award that a call or an activity asks for. */
type AwardInput = {
  rule: Rule
  wallet: Wallet
  request: Omit<AwardRequest, 'member'>
  /** Whether it is no award for what a referred member did. */
  keepsReferral?: boolean
}
type DecidedInput = AwardInput & { before: RuleProgress; decision: Decision }

/** Decides an award as the earlier calls of the batch left everything. Records nothing. */
export function decideInBatch(batch: AwardBatch, input: AwardInput): DecidedInput {
  const { rule, wallet, request } = input
  const { ledger } = batch
  const before = batch.progress.get(progressKey(rule.id, wallet.userId)) ?? NO_PROGRESS
  // A wallet with as many lots as it can have is as full as one with as many coins.
  const hasRoom = !mayBeFull(wallet) || hasRoomFor(wallet, momentsOf(ledger, rule))
  const limited = hasRoom ? wallet : { ...wallet, balance: BALANCE_MAX }
  return { ...input, before, decision: decideAward(rule, request, before, limited, ledger.now, ledger) }
}

/** Records a decided award in the batch with its coins and progress. */
export function recordAward(
  batch: AwardBatch & CoinBatch,
  { rule, wallet, request, keepsReferral, before, decision }: DecidedInput,
  actor: RecordedActor,
  keyed: KeyedRequest | null,
): Award {
  const { ledger, changes } = batch
  const { userId } = wallet
  const { ruleName, note, reference, metadata } = request
  const { outcome, reason, coins, user, budget, member: memberUse } = decision
  // One object, made once: an award has many fields, and copies of it show in the time of a call.
  const award: Keyed<Award> = {
    id: newId(),
    seq: nextSeq(ledger),
    actor,
    userId,
    ruleId: rule.id,
    ruleName,
    ruleVersion: rule.version,
    outcome,
    reason,
    coins,
    units: request.units,
    coinsPerUnit: rule.perUnit ? rule.coins : null,
    balance: 0n,
    points: 0n,
    parts: undefined,
    note,
    reference,
    metadata,
    progress: decision.reached,
    progressNeeded: decision.needed,
    userAwards: user.awards,
    userAwardsMax: rule.userAwardsMax,
    userCoins: rule.userCoinsMax === null ? null : user.coins,
    userCoinsMax: rule.userCoinsMax,
    userPeriodStart: user.start,
    participants: 0,
    participantsMax: rule.participantsMax,
    isNewParticipant: outcome === 'paid' && before.paidAwards === 0,
    budgetUsed: rule.coinBudget === null ? null : budget.used,
    coinBudget: rule.coinBudget,
    budgetStart: rule.coinBudget === null ? null : budget.start,
    memberCoins: memberUse?.coins ?? null,
    memberCoinsMax: memberUse?.coinsMax ?? null,
    memberPeriodStart: memberUse?.start ?? null,
    ...(outcome === 'paid' ? momentsOf(ledger, rule) : NO_MOMENTS),
    settled: null,
    countStart: decision.count?.start ?? null,
    countedBefore: decision.count && before.countedAt,
    detail: reason === 'combined_by_sub_rule' ? rule.subRules.map((sub) => `"${sub.name}"`).join(', ') : null,
    retryAt: decision.retryAt,
    createdAt: ledger.now,
    keyed,
  }
  const streakSeq = decision.count?.continues === false ? award.seq : before.streakSeq
  if (outcome === 'paid') {
    changeProgress(batch, rule, userId, { ...decision.progress, paidSeq: award.seq, streakSeq })
    issueCoins(batch, { userId, coins })
    if (memberUse) {
      wallet.memberCoins = memberUse.coins
      wallet.memberPeriodStart = memberUse.start
    }
    settleArrears(batch, award, [creditWallet(ledger, wallet, coins, award)])
    if (!keepsReferral) endReferral(batch, wallet)
    const isFull = award.isNewParticipant && changeParticipants(batch, rule, 1)
    const isExhausted = rule.coinBudget !== null && changeBudget(batch, rule, decision.budget)
    if (isFull) recordRuleEvent(batch, rule, 'rule.full')
    if (isExhausted) recordRuleEvent(batch, rule, 'rule.exhausted')
  } else if (outcome === 'counted') changeProgress(batch, rule, userId, { ...decision.progress, streakSeq })
  else recordExhaustion(batch, rule, decision)
  if (rule.subRules.some((sub) => sub.name === ruleName && !sub.hasHistory)) changes.subRules.add(ruleName)

  award.balance = wallet.balance
  award.points = wallet.points
  award.parts = partsOfBalance(wallet)
  award.participants = rule.participants
  changes.awards.push(award)
  if (reference !== null) batch.awards.set(award.id, { ...award, remaining: null, hasWriteOff: false })
  return award
}

/** Records that a refusal found the budget exhausted, if it is the first. */
export function recordExhaustion(batch: AwardBatch, rule: Rule, { reason, budget }: Decision): void {
  if (reason === 'budget_exhausted' && changeBudget(batch, rule, budget, { isRefused: true }))
    recordRuleEvent(batch, rule, 'rule.exhausted')
}

/** Why a call names units, or none, that the rule cannot take. */
export function unitsProblem(rule: Rule, { units }: Pick<AwardRequest, 'units'>): FieldProblem | undefined {
  if (rule.perUnit && units === null) return wrong('units', `is required, since "${rule.name}" pays per unit`)
  if (!rule.perUnit && units !== null)
    return wrong('units', `must be left out, since "${rule.name}" does not pay per unit`)
  return undefined
}
