import { holdTeamSessions } from '../accounts/session-store.ts'
import type { Award, AwardRequest } from '../awards/award.ts'
import { noAwardChanges } from '../awards/award-batch.ts'
import { findAwards, findReversals, loadProgress, loadProgressOf } from '../awards/award-store.ts'
import { progressKey } from '../awards/decide-award.ts'
import { findTransfers } from '../coins/transfer-store.ts'
import type { Tx } from '../database/database.ts'
import { findUsedKeys, type UsedKey } from '../idempotency/stored-response-store.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { findShownDetails } from '../members/membership-store.ts'
import { monthOf } from '../ranking/board.ts'
import { namesOf, type Rule } from '../rules/rule.ts'
import { findRules } from '../rules/rule-store.ts'
import type { MonthScores, Wallet } from '../wallets/wallet.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import { loadEarlierMonths, loadWallets } from '../wallets/wallet-store.ts'
import type { PartnerBatch } from './batch.ts'
import type { Call, CallRecord } from './call.ts'

/**
 * Locks the partner's ledger and reads what its calls touch, in one round trip. Only reversals, replays and
 * wallets last written by a process whose clock is in a later month need another.
 */
export async function loadPartnerBatch(
  tx: Tx,
  partnerId: string,
  calls: Call[],
  now: Date,
): Promise<PartnerBatch> {
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

  const sessionIds = unique(
    calls.flatMap(({ caller }) => (caller?.credential.kind === 'team' ? [caller.credential.sessionId] : [])),
  )
  const [ledger, rules, wallets, progress, shownDetails, usedKeys, awards, sessions] = await Promise.all([
    lockLedger(tx, partnerId),
    findRules(tx, partnerId, { ids: [], names }),
    loadWallets(tx, partnerId, users),
    awardRequests.length > 0 ? loadProgress(tx, partnerId, awardRequests) : [],
    transferUsers.length > 0 ? findShownDetails(tx, partnerId, transferUsers) : [],
    keys.length > 0 ? findUsedKeys(tx, partnerId, keys) : [],
    reversedIds.length > 0 ? findAwards(tx, partnerId, reversedIds) : [],
    sessionIds.length > 0 ? holdTeamSessions(tx, partnerId, sessionIds) : [],
  ])
  const [earlierMonths, reversed] = await Promise.all([
    loadMonthsToChange(tx, partnerId, wallets, awards, now),
    loadForReversals(tx, partnerId, awards),
  ])
  const all: RulesAndWallets = {
    rules: merge(rules, reversed.rules, (rule) => rule.id),
    wallets: merge(wallets, reversed.wallets, (wallet) => wallet.userId),
    progress: merge(progress, reversed.progress, (row) => progressKey(row.ruleId, row.userId)),
  }

  const walletBatch = newWalletBatch(ledger, all.wallets, earlierMonths, now)
  return {
    ...walletBatch,
    rules: new Map(all.rules.flatMap((rule) => namesOf(rule).map((name) => [name, rule]))),
    rulesById: new Map(all.rules.map((rule) => [rule.id, rule])),
    progress: new Map(all.progress.map((row) => [progressKey(row.ruleId, row.userId), row])),
    shownDetails: new Map(shownDetails.map((details) => [details.userId, details])),
    awards: new Map(awards.map((award) => [award.id, award])),
    roles: new Map(sessions.map(({ sessionId, role }) => [sessionId, role])),
    usedKeys: await loadReplays(tx, partnerId, usedKeys),
    respondedKeys: new Set(
      usedKeys.flatMap(({ key, kind, isReserved }) => (kind === 'response' && !isReserved ? [key] : [])),
    ),
    changes: { ...walletBatch.changes, ...noAwardChanges(), transfers: [] },
  }
}

type RulesAndWallets = {
  rules: Rule[]
  wallets: Wallet[]
  progress: Awaited<ReturnType<typeof loadProgress>>
}

/** The rules, wallets and progress of reversed awards. */
async function loadForReversals(tx: Tx, partnerId: string, awards: Award[]): Promise<RulesAndWallets> {
  if (awards.length === 0) return { rules: [], wallets: [], progress: [] }
  const users = unique(awards.map((award) => award.userId))
  const [rules, wallets, progress] = await Promise.all([
    findRules(tx, partnerId, { ids: unique(awards.map((award) => award.ruleId)), names: [] }),
    loadWallets(tx, partnerId, users),
    loadProgressOf(tx, partnerId, awards),
  ])
  return { rules, wallets, progress }
}

/** The months of reversed awards, and the current one when a wallet's last month is ahead of our clock. */
async function loadMonthsToChange(
  tx: Tx,
  partnerId: string,
  wallets: Wallet[],
  reversed: Award[],
  now: Date,
): Promise<MonthScores[]> {
  const month = monthOf(now)
  const months = [
    ...wallets.flatMap(({ userId, lastMonth }) =>
      lastMonth && lastMonth.month > month ? [{ userId, month }] : [],
    ),
    ...reversed.map(({ userId, createdAt }) => ({ userId, month: monthOf(createdAt) })),
  ]
  return months.length > 0 ? loadEarlierMonths(tx, partnerId, months) : []
}

/** Adds the rows that are not known yet. */
function merge<T>(known: T[], found: T[], keyOf: (row: T) => string): T[] {
  if (found.length === 0) return known
  const keys = new Set(known.map(keyOf))
  return [...known, ...found.filter((row) => !keys.has(keyOf(row)))]
}

/** The records to replay to retries. */
async function loadReplays(tx: Tx, partnerId: string, keys: UsedKey[]): Promise<PartnerBatch['usedKeys']> {
  if (keys.length === 0) return new Map()
  const idsOf = (kind: UsedKey['kind']) =>
    keys.flatMap((key) => (key.kind === kind ? [key.recordId as string] : []))
  const [transfers, reversals] = await Promise.all([
    findTransfers(tx, partnerId, idsOf('transfer')),
    findReversals(tx, partnerId, idsOf('reversal')),
  ])
  const awards = await findAwards(tx, partnerId, [
    ...idsOf('award'),
    ...reversals.map((reversal) => reversal.awardId),
  ])
  const awardById = new Map(awards.map(({ isReversed: _, ...award }) => [award.id, award]))

  const records = new Map<string, CallRecord>()
  for (const award of awardById.values()) records.set(award.id, award)
  for (const transfer of transfers) records.set(transfer.id, transfer)
  for (const { awardId, ...reversal } of reversals) {
    records.set(reversal.id, { ...reversal, award: awardById.get(awardId) as Award })
  }
  return new Map(
    keys.map(({ key, hash, recordId }) => [
      key,
      { hash, record: (recordId && records.get(recordId)) || null },
    ]),
  )
}

const unique = (values: string[]): string[] => [...new Set(values)]
