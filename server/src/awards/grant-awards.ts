import { type Book, closeBook, issue, openBook } from '../ledger/book.ts'
import { nextEventNo } from '../ledger/ledger.ts'
import type { Database, Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { Rule } from '../rules/rule.ts'
import { findRulesByName } from '../rules/rule-store.ts'
import type { Award, AwardRequest, AwardResult, GrantAward } from './award.ts'
import {
  insertAwards,
  loadStandings,
  markSubRulesUsed,
  saveParticipants,
  saveStandings,
} from './award-store.ts'
import { decideAward, NO_STANDING, type Standing, standingKey } from './decide-award.ts'

/** Awards in a transaction of its own for each request. */
export function grantOneByOne(database: Database, now: () => Date): GrantAward {
  return async (partnerId, request) => {
    const [result] = await database.transaction((tx) => grantAwards(tx, partnerId, [request], now()))
    return result as AwardResult
  }
}

/** Decides the requests one after the other: each award, its coins and its event are written together or not at all. */
export async function grantAwards(
  tx: Tx,
  partnerId: string,
  requests: AwardRequest[],
  now: Date,
): Promise<AwardResult[]> {
  const book = await openBook(
    tx,
    partnerId,
    requests.map((request) => request.userId),
  )
  const rules = await findRulesByName(tx, partnerId, [
    ...new Set(requests.map((request) => request.ruleName)),
  ])
  const standings = await loadStandings(tx, partnerId, rules, requests)

  const results = requests.map((request): AwardResult => {
    if (!book.wallets.has(request.userId)) return { outcome: 'unknown', what: 'User' }
    const rule = rules.get(request.ruleName)
    if (!rule) return { outcome: 'unknown', what: 'Rule' }
    return decide(book, rule, standings, request, now)
  })

  const awards = results.filter((result): result is Award => result.outcome !== 'unknown')
  if (awards.length > 0) {
    const accepted = awards.filter((award) => award.outcome !== 'refused')
    await insertAwards(tx, partnerId, awards)
    await saveStandings(tx, partnerId, standings, accepted)
    await saveParticipants(tx, partnerId, [...rules.values()], accepted)
    await markSubRulesUsed(tx, partnerId, [...rules.values()], awards)
    await closeBook(tx, book)
  }
  return results
}

/** Decides one request and carries what it changes over to the next. */
function decide(
  book: Book,
  rule: Rule,
  standings: Map<string, Standing>,
  request: AwardRequest,
  now: Date,
): Award {
  const wallet = book.wallets.get(request.userId) as NonNullable<ReturnType<Book['wallets']['get']>>
  const key = standingKey(rule.id, request.userId)
  const before = standings.get(key) ?? NO_STANDING
  const decision = decideAward(rule, request.ruleName, before, wallet)
  const id = newId()

  standings.set(key, decision.standing)
  if (decision.outcome === 'paid') {
    if (before.paidAwards === 0) rule.participants += 1
    issue(book, { id, userId: request.userId, coins: rule.coins, at: now })
  }
  return {
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
    createdAt: now,
  }
}
