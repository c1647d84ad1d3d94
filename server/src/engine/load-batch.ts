import { holdTeamSessions, type TeamSession, tryHoldTeamSessions } from '../accounts/session-store.ts'
import type { Award, AwardRequest } from '../awards/award.ts'
import { noAwardChanges } from '../awards/award-batch.ts'
import { findAwardsByPartner, loadProgress, loadProgressOf } from '../awards/award-store.ts'
import { progressKey } from '../awards/decide-award.ts'
import { type ByPartner, mapRows, rowsOf } from '../database/by-partner.ts'
import type { Tx } from '../database/database.ts'
import { findUsedKeysByPartner } from '../idempotency/stored-response-store.ts'
import { type Ledger, lockLedger, tryLockLedgers } from '../ledger/ledger.ts'
import { findShownDetails } from '../members/membership-store.ts'
import { monthOf } from '../ranking/board.ts'
import { namesOf } from '../rules/rule.ts'
import { findNamedRules, findRules } from '../rules/rule-store.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import { loadEarlierMonthsByPartner, loadWalletsByPartner } from '../wallets/wallet-store.ts'
import type { PartnerBatch } from './batch.ts'
import type { Call } from './call.ts'
import { loadReplays } from './load-replays.ts'

export type LoadOptions = {
  /** Waits for the ledger, of one partner only. Otherwise partners that are busy are left out. */
  waits: boolean
}

/**
 * Locks the ledgers of partners and reads what their calls touch, in one round trip. Only reversals and
 * replays need another.
 */
export async function loadBatch(
  tx: Tx,
  calls: ByPartner<Call>,
  { waits }: LoadOptions,
): Promise<PartnerBatch[]> {
  const awardRequests = mapRows(calls, awardRequestsIn)
  const transferUsers = mapRows(calls, transferUsersIn)
  const users = mapRows(calls, (own) =>
    unique([...awardRequestsIn(own).map(({ userId }) => userId), ...transferUsersIn(own)]),
  )
  const [ledgers, named, wallets, progress, shownDetails, usedKeys, awards, sessions] = await Promise.all([
    lock(tx, [...calls.keys()], waits),
    findNamedRules(
      tx,
      mapRows(awardRequests, (own) => unique(own.map(({ ruleName }) => ruleName))),
    ),
    loadWalletsByPartner(tx, users),
    loadProgress(tx, awardRequests),
    findShownDetails(tx, transferUsers),
    findUsedKeysByPartner(tx, mapRows(calls, keysIn)),
    findAwardsByPartner(tx, mapRows(calls, reversedIdsIn)),
    holdSessions(tx, [...calls.values()].flatMap(sessionIdsIn), waits),
  ])
  const busy = new Set(sessions.busy.map(({ partnerId }) => partnerId))
  const locked = ledgers.filter(({ partnerId }) => !busy.has(partnerId))
  const ofLocked = <Row>(rows: ByPartner<Row>): ByPartner<Row> =>
    new Map(locked.map(({ partnerId }) => [partnerId, rowsOf(rows, partnerId)]))

  const reversedAwards = ofLocked(awards)
  const [earlierMonths, reversed, replays] = await Promise.all([
    loadEarlierMonthsByPartner(tx, mapRows(reversedAwards, monthsOf)),
    loadForReversals(tx, reversedAwards),
    loadReplays(tx, ofLocked(usedKeys)),
  ])

  return locked.map((ledger) => {
    const of = <Row>(rows: ByPartner<Row>) => rowsOf(rows, ledger.partnerId)
    const ownWallets = [...of(reversed.wallets), ...of(wallets)]
    const walletBatch = newWalletBatch(ledger, ownWallets, [...of(earlierMonths)])
    const rules = new Map([...of(reversed.rules), ...of(named)].map((rule) => [rule.id, rule]))
    return {
      ...walletBatch,
      rules: new Map(
        [...rules.values()].flatMap((rule) => namesOf(rule).map((name) => [name, rule] as const)),
      ),
      rulesById: rules,
      progress: new Map(
        [...of(reversed.progress), ...of(progress)].map((row) => [progressKey(row.ruleId, row.userId), row]),
      ),
      shownDetails: new Map(of(shownDetails).map((details) => [details.userId, details])),
      awards: new Map(of(awards).map((award) => [award.id, award])),
      roles: new Map(
        sessions.held.flatMap(({ partnerId, sessionId, role }) =>
          partnerId === ledger.partnerId ? [[sessionId, role]] : [],
        ),
      ),
      usedKeys: replays.get(ledger.partnerId) ?? new Map(),
      respondedKeys: new Set(
        of(usedKeys).flatMap(({ key, kind, isReserved }) =>
          kind === 'response' && !isReserved ? [key] : [],
        ),
      ),
      changes: { ...walletBatch.changes, ...noAwardChanges(), transfers: [] },
    }
  })
}

async function lock(tx: Tx, partnerIds: string[], waits: boolean): Promise<Ledger[]> {
  return waits ? [await lockLedger(tx, partnerIds[0] as string)] : tryLockLedgers(tx, partnerIds)
}

async function holdSessions(
  tx: Tx,
  ids: string[],
  waits: boolean,
): Promise<{ held: TeamSession[]; busy: TeamSession[] }> {
  if (ids.length === 0) return { held: [], busy: [] }
  return waits ? { held: await holdTeamSessions(tx, ids), busy: [] } : tryHoldTeamSessions(tx, ids)
}

/** The rules, wallets and progress of reversed awards. */
async function loadForReversals(tx: Tx, awards: ByPartner<Award>) {
  const [rules, wallets, progress] = await Promise.all([
    findRules(
      tx,
      mapRows(awards, (own) => unique(own.map(({ ruleId }) => ruleId))),
    ),
    loadWalletsByPartner(
      tx,
      mapRows(awards, (own) => unique(own.map(({ userId }) => userId))),
    ),
    loadProgressOf(tx, awards),
  ])
  return { rules, wallets, progress }
}

const monthsOf = (awards: readonly Award[]) =>
  awards.map(({ userId, createdAt }) => ({ userId, month: monthOf(createdAt) }))

const awardRequestsIn = (calls: readonly Call[]): AwardRequest[] =>
  calls.flatMap((call) => (call.kind === 'award' ? [call.request] : []))

const transferUsersIn = (calls: readonly Call[]): string[] =>
  unique(calls.flatMap((call) => (call.kind === 'transfer' ? [call.request.userId] : [])))

const reversedIdsIn = (calls: readonly Call[]): string[] =>
  unique(calls.flatMap((call) => (call.kind === 'reversal' ? [call.awardId] : [])))

const keysIn = (calls: readonly Call[]): string[] =>
  unique(calls.flatMap(({ keyed }) => (keyed ? [keyed.key, ...(keyed.within ? [keyed.within] : [])] : [])))

/** The sessions of the team members among the callers. */
export const sessionIdsIn = (calls: readonly Call[]): string[] =>
  unique(
    calls.flatMap(({ caller }) => (caller?.credential.kind === 'team' ? [caller.credential.sessionId] : [])),
  )

const unique = (values: string[]): string[] => [...new Set(values)]
