import type { Award, Reversal } from '../awards/award.ts'
import {
  insertAwards,
  insertReversals,
  insertStandings,
  markSubRulesUsed,
  saveParticipants,
  updateStandings,
} from '../awards/award-store.ts'
import { decideAward, NO_STANDING, type Standing, standingKey } from '../awards/decide-award.ts'
import { refuseReversal } from '../awards/decide-reversal.ts'
import type { Transfer } from '../coins/transfer.ts'
import { insertTransfers } from '../coins/transfer-store.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { nextEventNo } from '../ledger/ledger.ts'
import type { SegmentOf } from '../ranking/board.ts'
import type { Overgrown } from '../ranking/segment-store.ts'
import type { Rule } from '../rules/rule.ts'
import { closeBook, issue, takeBack, undo, walletOf } from '../wallets/book.ts'
import type { Call, CallOutcome } from './call.ts'
import { loadTurn, type Turn } from './load-turn.ts'

/** What the calls of one turn leave to be written. */
type Written = {
  awards: Keyed<Award>[]
  transfers: Keyed<Transfer>[]
  reversals: Keyed<Reversal>[]
  standings: Map<string, { ruleId: string; userId: string; isNew: boolean }>
  rules: Set<Rule>
  subRules: Set<string>
}

/** One transaction on a partner's ledger: calls are decided one after the other, each seeing what those before it changed, and everything is written once. */
export async function takeTurn(
  tx: Tx,
  partnerId: string,
  calls: Call[],
  now: Date,
): Promise<{ outcomes: CallOutcome[]; overgrown: Promise<SegmentOf[]> }> {
  const turn = await loadTurn(tx, partnerId, calls, now)
  const written: Written = {
    awards: [],
    transfers: [],
    reversals: [],
    standings: new Map(),
    rules: new Set(),
    subRules: new Set(),
  }
  const outcomes = calls.map((call) => decideOnce(turn, written, call))
  return { outcomes, ...(await write(tx, partnerId, turn, written)) }
}

/** A call whose key was used before gets the first answer, or a conflict when it is another request or comes after the answer to the whole. */
function decideOnce(turn: Turn, written: Written, call: Call): CallOutcome {
  if (!call.keyed) return decide(turn, written, call)
  const earlier = turn.used.get(call.keyed.key)
  if (earlier) {
    return earlier.decision && earlier.hash.equals(call.keyed.hash)
      ? { kind: 'decided', decision: earlier.decision, isReplay: true }
      : { kind: 'conflict' }
  }
  if (call.keyed.within && turn.answered.has(call.keyed.within)) return { kind: 'conflict' }
  const outcome = decide(turn, written, call)
  if (outcome.kind === 'decided')
    turn.used.set(call.keyed.key, { hash: call.keyed.hash, decision: outcome.decision })
  return outcome
}

function decide(turn: Turn, written: Written, call: Call): CallOutcome {
  if (call.kind === 'award') return award(turn, written, call)
  if (call.kind === 'transfer') return transfer(turn, written, call)
  return reverse(turn, written, call)
}

function award(
  { book, rules, standings }: Turn,
  written: Written,
  { request, keyed }: Call & { kind: 'award' },
): CallOutcome {
  const wallet = book.wallets.get(request.userId)
  if (!wallet?.onBoards) return { kind: 'unknown', what: 'User' }
  const rule = rules.get(request.ruleName)
  if (!rule) return { kind: 'unknown', what: 'Rule' }

  const key = standingKey(rule.id, request.userId)
  const before = standings.get(key) ?? NO_STANDING
  const decision = decideAward(rule, request.ruleName, before, wallet)
  const id = newId()
  if (decision.outcome !== 'refused')
    keepStanding(standings, written, rule, request.userId, decision.standing)
  if (decision.outcome === 'paid') {
    if (before.paidAwards === 0) changeParticipants(written, rule, 1)
    issue(book, { userId: request.userId, coins: rule.coins })
  }
  if (rule.subRules.some((sub) => sub.name === request.ruleName && !sub.hasHistory))
    written.subRules.add(request.ruleName)

  const decided: Award = {
    ...request,
    id,
    eventNo: nextEventNo(book.ledger),
    ruleId: rule.id,
    outcome: decision.outcome,
    reason: decision.outcome === 'refused' ? decision.reason : null,
    coins: decision.outcome === 'paid' ? rule.coins : 0n,
    progress: decision.reached,
    progressNeeded: decision.needed,
    userAwards: decision.standing.paidAwards,
    userAwardsMax: rule.userAwardsMax,
    participants: rule.participants,
    participantsMax: rule.participantsMax,
    detail:
      decision.outcome === 'refused' && decision.reason === 'combined_by_sub_rule'
        ? rule.subRules.map((sub) => `"${sub.name}"`).join(', ')
        : null,
    createdAt: book.now,
  }
  written.awards.push({ ...decided, keyed })
  return { kind: 'decided', decision: decided, isReplay: false }
}

function transfer(
  { book, shown }: Turn,
  written: Written,
  { request, keyed }: Call & { kind: 'transfer' },
): CallOutcome {
  const wallet = book.wallets.get(request.userId)
  const details = shown.get(request.userId)
  if (!wallet?.onBoards || !details) return { kind: 'unknown', what: 'User' }
  const { userId, coins, narration, partner } = request
  const enough = wallet.balance >= coins
  const decided: Transfer = {
    id: newId(),
    userId,
    coins,
    narration,
    outcome: enough ? 'moved' : 'refused',
    reason: enough ? null : 'insufficient_coins',
    balance: wallet.balance,
    parties: {
      user: { fullname: details.fullname, email: details.email, tag: details.tag, walletId: wallet.id },
      partner: { ...partner, accountId: book.ledger.returnsAccount },
    },
    eventNo: enough ? nextEventNo(book.ledger) : null,
    createdAt: book.now,
  }
  if (enough) takeBack(book, { userId, coins })
  written.transfers.push({ ...decided, keyed })
  return { kind: 'decided', decision: decided, isReplay: false }
}

/** Takes an award back, and with it the participant's place and the user's count; progress is not restored. */
function reverse(
  { book, awards, rulesById, standings }: Turn,
  written: Written,
  { awardId, keyed }: Call & { kind: 'reversal' },
): CallOutcome {
  const found = awards.get(awardId)
  if (!found) return { kind: 'unknown', what: 'Award' }
  const wallet = walletOf(book, found.userId)
  const reason = refuseReversal(found, wallet)
  const { isReversed: _, ...original } = found
  const decided: Reversal = {
    id: newId(),
    award: original,
    outcome: reason ? 'refused' : 'reversed',
    reason,
    balance: wallet.balance,
    eventNo: reason ? null : nextEventNo(book.ledger),
    createdAt: book.now,
  }
  if (!reason) {
    const rule = rulesById.get(found.ruleId) as Rule
    const standing = standings.get(standingKey(rule.id, found.userId)) as Standing
    keepStanding(standings, written, rule, found.userId, { ...standing, paidAwards: standing.paidAwards - 1 })
    if (standing.paidAwards === 1) changeParticipants(written, rule, -1)
    undo(book, { userId: found.userId, coins: found.coins }, found.createdAt)
    found.isReversed = true
  }
  written.reversals.push({ ...decided, keyed })
  return { kind: 'decided', decision: decided, isReplay: false }
}

function keepStanding(
  standings: Turn['standings'],
  written: Written,
  rule: Rule,
  userId: string,
  standing: Standing,
): void {
  const key = standingKey(rule.id, userId)
  if (!written.standings.has(key))
    written.standings.set(key, { ruleId: rule.id, userId, isNew: !standings.has(key) })
  standings.set(key, standing)
}

function changeParticipants(written: Written, rule: Rule, change: 1 | -1): void {
  rule.participants += change
  written.rules.add(rule)
}

async function write(tx: Tx, partnerId: string, turn: Turn, written: Written): Promise<Overgrown> {
  const { awards, transfers, reversals } = written
  if (awards.length + transfers.length + reversals.length === 0) return { overgrown: Promise.resolve([]) }
  if (awards.length > 0) insertAwards(tx, partnerId, awards, turn.book.now)
  insertTransfers(tx, partnerId, transfers)
  insertReversals(tx, partnerId, reversals)
  const standings = [...written.standings].map(([key, ids]) => ({
    ...ids,
    ...(turn.standings.get(key) as Standing),
  }))
  insertStandings(
    tx,
    partnerId,
    standings.filter(({ isNew }) => isNew),
  )
  updateStandings(
    tx,
    partnerId,
    standings.filter(({ isNew }) => !isNew),
  )
  saveParticipants(tx, partnerId, [...written.rules])
  markSubRulesUsed(tx, partnerId, [...written.subRules])
  return closeBook(tx, turn.book)
}
