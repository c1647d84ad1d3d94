import type { Award, AwardRequest } from '../awards/award.ts'
import { findAwards, findReversals, loadStandings, loadStandingsOf } from '../awards/award-store.ts'
import { type Standing, standingKey } from '../awards/decide-award.ts'
import { findTransfers } from '../coins/transfer-store.ts'
import type { Tx } from '../database/database.ts'
import { findUsedKeys, type UsedKey } from '../idempotency/stored-response-store.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { ShownDetails } from '../members/membership.ts'
import { findShownDetails } from '../members/membership-store.ts'
import { monthOf } from '../ranking/board.ts'
import { namesOf, type Rule } from '../rules/rule.ts'
import { findRules } from '../rules/rule-store.ts'
import { type Book, type Month, openBook, type Wallet } from '../wallets/book.ts'
import { loadEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'
import type { Call, Decision } from './call.ts'

/** All that the calls of one turn are decided by. */
export type Turn = {
  book: Book
  /** By the names that award them: a combined rule stands under its sub-rules' names too. */
  rules: Map<string, Rule>
  rulesById: Map<string, Rule>
  standings: Map<string, Standing>
  shown: Map<string, ShownDetails>
  /** The awards that reversals name. */
  awards: Map<string, Award & { isReversed: boolean }>
  /** What earlier calls with the same keys got; a key used for something else entirely has no decision here. */
  used: Map<string, { hash: Buffer; decision: Decision | null }>
  /** The keys of calls that have their answer, of those that these are parts of. */
  answered: Set<string>
}

/** Locks the partner's ledger and reads what the calls touch, all statements in one round trip; only reversals and replays need another. */
export async function loadTurn(tx: Tx, partnerId: string, calls: Call[], now: Date): Promise<Turn> {
  const awardRequests = calls.flatMap((call): AwardRequest[] => (call.kind === 'award' ? [call.request] : []))
  const transferUsers = unique(
    calls.flatMap((call) => (call.kind === 'transfer' ? [call.request.userId] : [])),
  )
  const reversedIds = unique(calls.flatMap((call) => (call.kind === 'reversal' ? [call.awardId] : [])))
  const users = unique([...awardRequests.map((request) => request.userId), ...transferUsers])
  const names = unique(awardRequests.map((request) => request.ruleName))
  const keys = unique(
    calls.flatMap(({ keyed }) => (keyed ? [keyed.key, ...(keyed.within ? [keyed.within] : [])] : [])),
  )

  const [ledger, rules, wallets, standings, shown, usedKeys, awards] = await Promise.all([
    lockLedger(tx, partnerId),
    findRules(tx, partnerId, { ids: [], names }),
    loadWallets(tx, partnerId, users),
    awardRequests.length > 0 ? loadStandings(tx, partnerId, awardRequests) : [],
    transferUsers.length > 0 ? findShownDetails(tx, partnerId, transferUsers) : [],
    keys.length > 0 ? findUsedKeys(tx, partnerId, keys) : [],
    reversedIds.length > 0 ? findAwards(tx, partnerId, reversedIds) : [],
  ])
  const [months] = await Promise.all([
    loadMonthsBehind(tx, partnerId, wallets, awards, now),
    awards.length > 0 ? loadForReversals(tx, partnerId, awards, { rules, wallets, standings }) : null,
  ])

  return {
    book: openBook(ledger, wallets, months, now),
    rules: new Map(rules.flatMap((rule) => namesOf(rule).map((name) => [name, rule]))),
    rulesById: new Map(rules.map((rule) => [rule.id, rule])),
    standings: new Map(
      standings.map((standing) => [standingKey(standing.ruleId, standing.userId), standing]),
    ),
    shown: new Map(shown.map((details) => [details.userId, details])),
    awards: new Map(awards.map((award) => [award.id, award])),
    used: await loadUsed(tx, partnerId, usedKeys),
    answered: new Set(
      usedKeys.flatMap(({ key, kind, isOpen }) => (kind === 'reply' && !isOpen ? [key] : [])),
    ),
  }
}

type Loaded = {
  rules: Rule[]
  wallets: Wallet[]
  standings: Awaited<ReturnType<typeof loadStandings>>
}

/** Adds what the awards to be reversed touch, leaving alone what is loaded already. */
async function loadForReversals(tx: Tx, partnerId: string, awards: Award[], loaded: Loaded): Promise<void> {
  const users = unique(awards.map((award) => award.userId))
  const [rules, wallets, standings] = await Promise.all([
    findRules(tx, partnerId, { ids: unique(awards.map((award) => award.ruleId)), names: [] }),
    loadWallets(tx, partnerId, users),
    loadStandingsOf(tx, partnerId, awards),
  ])
  addNew(loaded.rules, rules, (rule) => rule.id)
  addNew(loaded.wallets, wallets, (wallet) => wallet.userId)
  addNew(loaded.standings, standings, (standing) => standingKey(standing.ruleId, standing.userId))
}

/** The months before the last ones of their wallets that a turn may change: those of awards to be taken back, and this one when another process's clock is ahead. */
async function loadMonthsBehind(
  tx: Tx,
  partnerId: string,
  wallets: Wallet[],
  awards: Award[],
  now: Date,
): Promise<Month[]> {
  const month = monthOf(now)
  const behind = [
    ...wallets.flatMap(({ userId, lastMonth }) =>
      lastMonth && lastMonth.month > month ? [{ userId, month }] : [],
    ),
    ...awards.map(({ userId, createdAt }) => ({ userId, month: monthOf(createdAt) })),
  ]
  return behind.length > 0 ? loadEarlierMonths(tx, partnerId, behind) : []
}

function addNew<T>(known: T[], found: T[], keyOf: (item: T) => string): void {
  const keys = new Set(known.map(keyOf))
  known.push(...found.filter((item) => !keys.has(keyOf(item))))
}

async function loadUsed(tx: Tx, partnerId: string, keys: UsedKey[]): Promise<Turn['used']> {
  if (keys.length === 0) return new Map()
  const idsOf = (kind: UsedKey['kind']) =>
    keys.flatMap((key) => (key.kind === kind ? [key.factId as string] : []))
  const [transfers, reversals] = await Promise.all([
    findTransfers(tx, partnerId, idsOf('transfer')),
    findReversals(tx, partnerId, idsOf('reversal')),
  ])
  const awards = await findAwards(tx, partnerId, [
    ...idsOf('award'),
    ...reversals.map((reversal) => reversal.awardId),
  ])
  const awardById = new Map(awards.map(({ isReversed: _, ...award }) => [award.id, award]))

  const decisions = new Map<string, Decision>()
  for (const award of awardById.values()) decisions.set(award.id, award)
  for (const transfer of transfers) decisions.set(transfer.id, transfer)
  for (const { awardId, ...reversal } of reversals) {
    decisions.set(reversal.id, { ...reversal, award: awardById.get(awardId) as Award })
  }
  return new Map(
    keys.map(({ key, hash, factId }) => [key, { hash, decision: (factId && decisions.get(factId)) || null }]),
  )
}

const unique = (values: string[]): string[] => [...new Set(values)]
