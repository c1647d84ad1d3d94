import assert from 'node:assert/strict'
import { newId } from '../../storage/database/ids.ts'
import { decideInBatch, recordAward, recordExhaustion } from '../awards/apply-award.ts'
import { progressKey, type RefusalReason } from '../awards/decide-award.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import { type CallResult, UNDECIDED, type Undecided } from '../coin-calls/call-result.ts'
import type { ConditionInput } from '../conditions/evaluate.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { partsOfBalance } from '../ledger/balance.ts'
import { type Ledger, nextSeq } from '../ledger/ledger.ts'
import { expressionsOf, LISTENERS_MAX, type Listener, listenersTo } from '../rules/listener.ts'
import { advancePhase } from '../rules/rule-batch.ts'
import { emptyWallet, type Wallet } from '../wallets/wallet.ts'
import { addMember, findWallet } from '../wallets/wallet-batch.ts'
import type { Activity, ActivityRequest, EarlyEvaluation, RuleEvaluation } from './activity.ts'
import type { ActivityBatch, ActivityCallKeys } from './activity-batch.ts'
import { typeProblem, useType } from './activity-types.ts'
import {
  type ActivityInput,
  decideMatches,
  type Evaluation,
  findMatches,
  type ListenerOutcome,
} from './decide-activity.ts'
import { occurredProblem } from './occurred.ts'

/** The most steps that a batch takes for expressions of another version than that of their activities. */
const STEPS_PER_BATCH_MAX = 100_000

export const ACTIVITY: CallKind<ActivityRequest, Activity, ActivityCallKeys, ActivityBatch> = {
  addKeys({ member, type, early }, keys) {
    addMember(keys, member)
    const version = early?.known.version ?? null
    const listened = { type, version, ruleIds: early?.ruleIds.join(',') ?? '' }
    keys.activityTypes.push(listened)
    keys.sentTypes.add(type)
    if ('userId' in member) {
      keys.factsUserIds.add(member.userId)
      keys.attributesUserIds.add(member.userId)
      keys.progressOfTypes.push({ ...listened, userId: member.userId })
    } else {
      keys.factsExternalIds.add(member.externalId)
      keys.attributesExternalIds.add(member.externalId)
      keys.progressOfTypesByExternalId.push({ ...listened, externalId: member.externalId })
    }
  },
  apply: applyActivity,
  weightOf: ({ early }) => early?.weight ?? LISTENERS_MAX,
  withoutIds(record) {
    const userId = isNewMember(record.userId) ? '' : record.userId
    return { ...record, userId, awards: record.awards.map((award) => ({ ...award, id: '', userId })) }
  },
}

/** Decides what the rules make of an activity, and records both in the batch. */
function applyActivity(
  batch: ActivityBatch,
  { request, keyed }: Keyed<{ request: ActivityRequest }>,
  actor: RecordedActor,
): CallResult<Activity> | Undecided {
  const { ledger, changes } = batch
  const { type, properties, reference, metadata } = request
  const listeners = listenersOf(batch, request)
  const problem =
    occurredProblem(request.occurredAt, ledger.now) ?? typeProblem(batch, type, listeners.length > 0)
  if (problem) return { kind: 'invalid', fields: [problem] }
  const wallet = findWallet(batch, request.member) ?? newMemberIn(batch, request)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }

  const resultOf = resultsOf(request)
  if (!mayEvaluate(batch, request, listeners)) return UNDECIDED

  const { userId, balance, points } = wallet
  const occurredAt = request.occurredAt ?? ledger.now
  const matches = findMatches({
    listeners,
    seen: {
      properties: properties ?? {},
      activity: { type, reference, occurredAt },
      member: memberOf(batch, wallet),
      now: ledger.now,
    },
    progressOf: (ruleId) => batch.progress.get(progressKey(ruleId, userId)),
    resultOf,
  })
  for (const { listener, outcome } of matches) {
    if (outcome !== 'matched') continue
    assert(batch.rulesById.has(listener.rule.id), 'a rule that matches is loaded')
    advancePhase(batch, listener.rule)
  }

  const activity: Keyed<Activity> = {
    id: newId(),
    seq: nextSeq(ledger),
    lastSeq: ledger.lastSeq,
    actor,
    type,
    userId,
    reference,
    properties,
    metadata,
    occurredAt,
    balance,
    points,
    outcome: 'recorded',
    awards: [],
    refused: [],
    evaluations: [],
    createdAt: ledger.now,
    keyed,
  }
  const evaluations = decideMatches(matches, (match) => awardMatch(batch, activity, wallet, match))
  activity.evaluations = evaluations.map(evaluationOf)
  activity.lastSeq = ledger.lastSeq
  activity.parts = partsOfBalance(wallet)
  changes.activities.push(activity)
  recordErrors(batch, activity)
  useType(batch, type)
  return { kind: 'decided', record: activity, isReplay: false }
}

/** No id of a user begins like this. */
const NEW_MEMBER = 'new '
const isNewMember = (userId: string) => userId.startsWith(NEW_MEMBER)

/** Adds the member whom a forecast would join, for this activity and those after it. */
function newMemberIn(batch: ActivityBatch, { member, isNewMember }: ActivityRequest): Wallet | undefined {
  if (!isNewMember || !('externalId' in member)) return undefined
  const { externalId } = member
  const userId = `${NEW_MEMBER}${externalId}`
  const wallet = emptyWallet(userId)
  batch.wallets.set(userId, wallet)
  batch.usersByExternalId.set(externalId, userId)
  batch.memberFacts.set(userId, { userId, externalId, joinedAt: batch.ledger.now })
  return wallet
}

/** The rules that listen to an activity. The rows of those that can match are the batch's. */
function listenersOf(
  { ledger, listeners, rulesById }: ActivityBatch,
  request: ActivityRequest,
): readonly Listener[] {
  const { type, early } = request
  if (early && isCurrent(ledger, early)) {
    return early.known.listeners.map((listener) => {
      const rule = rulesById.get(listener.rule.id)
      return rule ? { ...listener, rule } : listener
    })
  }
  const found = listeners.get(type) ?? listenersTo(type, rulesById.values())
  listeners.set(type, found)
  return found
}

function isCurrent({ rulesVersion }: Ledger, { known }: EarlyEvaluation): boolean {
  if (known.version === rulesVersion) return true
  known.isOutdated = true
  return false
}

/** What expressions came to before the batch. An expression that other rules have too comes to the same. */
function resultsOf({ early }: ActivityRequest): ActivityInput['resultOf'] {
  if (!early) return undefined
  const { known, results } = early
  return (condition) => {
    const place = known.places.get(condition)
    return place === undefined ? undefined : results[place]
  }
}

/**
 * Whether the batch may evaluate what another version of the rules has. One activity always may; the others wait, so that
 * they are evaluated before the next batch.
 */
function mayEvaluate(
  { ledger, evaluated }: ActivityBatch,
  request: ActivityRequest,
  listeners: readonly Listener[],
): boolean {
  if (!request.early || isCurrent(ledger, request.early)) return true
  const resultOf = resultsOf(request)
  const steps = listeners
    .flatMap(expressionsOf)
    .reduce((sum, condition) => sum + (resultOf?.(condition) ? 0 : condition.steps), 0)
  if (evaluated.steps > 0 && evaluated.steps + steps > STEPS_PER_BATCH_MAX) return false
  evaluated.steps += steps
  return true
}

/** The member as before the activity. */
function memberOf({ memberFacts, attributes }: ActivityBatch, wallet: Wallet): ConditionInput['member'] {
  const { balance, points, userId } = wallet
  const facts = memberFacts.get(userId)
  if (!facts) return null
  const { externalId, joinedAt } = facts
  return { externalId, joinedAt, points, balance, attributes: attributes.get(userId) ?? {} }
}

/** Awards a rule that matched. What it refuses is part of the activity, and no award. */
function awardMatch(
  batch: ActivityBatch,
  { type, actor, awards, refused, reference }: Activity,
  wallet: Wallet,
  { listener: { rule, name }, units }: Evaluation,
): 'paid' | 'counted' | 'refused' {
  const request = { ruleName: name, units, note: null, reference, metadata: null }
  const decided = decideInBatch(batch, { rule, wallet, request, keepsReferral: type === 'member.joined' })
  const { outcome, reason, retryAt } = decided.decision
  if (outcome === 'refused') {
    recordExhaustion(batch, rule, decided.decision)
    refused.push({
      ruleId: rule.id,
      ruleName: name,
      ruleVersion: rule.version,
      reason: reason as RefusalReason,
      retryAt,
    })
  } else awards.push(recordAward(batch, decided, actor, null))
  return outcome
}

const evaluationOf = ({
  listener: { rule, name },
  outcome,
  error,
}: Evaluation & { outcome: ListenerOutcome }): RuleEvaluation => ({
  ruleId: rule.id,
  ruleName: name,
  ruleVersion: rule.version,
  outcome,
  error,
})

function recordErrors({ changes }: ActivityBatch, activity: Activity): void {
  const { id: activityId, seq, userId, createdAt } = activity
  for (const { ruleId, ruleName, error } of activity.evaluations)
    if (error !== null)
      changes.evaluationErrors.push({ ruleId, ruleName, seq, activityId, userId, error, createdAt })
}
