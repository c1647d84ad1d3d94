import assert from 'node:assert/strict'
import {
  holdTeamSessions,
  type TeamSession,
  tryHoldTeamSessions,
} from '../../identity/accounts/session-store.ts'
import { type ByPartner, isEmpty, mapRows, rowsOf } from '../../storage/database/by-partner.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import type { FoundAward } from '../awards/award.ts'
import { noAwardChanges } from '../awards/award-batch.ts'
import {
  findAwardsByPartner,
  findAwardsByReference,
  loadProgress,
  loadProgressByExternalId,
  loadProgressOf,
} from '../awards/award-store.ts'
import { progressKey } from '../awards/decide-award.ts'
import type { FoundTransaction, PartnerParty } from '../coins/coin-transaction.ts'
import {
  findTransactions,
  findTransfersByReference,
  findUnrefundable,
} from '../coins/coin-transaction-store.ts'
import { findParties } from '../coins/partner-party-store.ts'
import { findUsedKeysByPartner } from '../idempotency/stored-response-store.ts'
import { type Ledger, lockLedger, readLedger, tryLockLedgers } from '../ledger/ledger.ts'
import { findShownDetails, findShownDetailsByExternalId } from '../members/membership-store.ts'
import { monthOf } from '../ranking/board.ts'
import { ORDER_SIZE_MAX } from '../returns/apply-return.ts'
import { findReturnedShares } from '../returns/return-store.ts'
import { namesOf } from '../rules/rule.ts'
import { findNamedRules, findRules } from '../rules/rule-store.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import {
  loadEarlierMonthsByPartner,
  loadWalletsByExternalId,
  loadWalletsByPartner,
} from '../wallets/wallet-store.ts'
import type { PartnerBatch } from './batch.ts'
import type { Call } from './call.ts'
import { loadReplays } from './load-replays.ts'
import { type Named, namedIn } from './named-in.ts'

export type LoadOptions = {
  /** Waits for the ledger, of one partner only. Otherwise partners that are busy are left out. */
  waits: boolean
  /** Read before, where the machine of the ledger does not have them. */
  parties?: Map<string, PartnerParty> | undefined
}

/**
 * Locks the ledgers of partners and reads what their calls touch, in one round trip. Only reversals, refunds,
 * returns and replays need another.
 */
export function loadBatch(
  tx: Tx,
  calls: ByPartner<Call>,
  { waits, parties }: LoadOptions,
): Promise<PartnerBatch[]> {
  return load(tx, calls, {
    findLedgers: () => lock(tx, [...calls.keys()], waits),
    findSessions: () => holdSessions(tx, [...calls.values()].flatMap(sessionIdsIn), waits),
    parties,
  })
}

/** Reads the same without a lock, for calls that are not saved. Their callers are those that the guard admitted. */
export async function loadForecast(
  db: Db & Pick<Tx, 'givenTime'>,
  partnerId: string,
  calls: readonly Call[],
): Promise<PartnerBatch> {
  const held = calls.flatMap(({ caller }) => {
    const { sessionId, role } = caller?.credential ?? {}
    return sessionId && role ? [{ sessionId, partnerId, role }] : []
  })
  const [batch] = await load(db, new Map([[partnerId, calls]]), {
    findLedgers: async () => [await readLedger(db, partnerId)],
    findSessions: async () => ({ held, busy: [] }),
  })
  assert(batch)
  return batch
}

type Sessions = { held: TeamSession[]; busy: TeamSession[] }

type Finding = Pick<LoadOptions, 'parties'> & {
  findLedgers: () => Promise<Ledger[]>
  findSessions: () => Promise<Sessions>
}

async function load(
  db: Db,
  calls: ByPartner<Call>,
  { findLedgers, findSessions, parties: givenParties }: Finding,
): Promise<PartnerBatch[]> {
  const named = new Map(Array.from(calls, ([partnerId, own]) => [partnerId, namedIn(own)]))
  const each = <Row>(of: (named: Named) => Row[]): ByPartner<Row> =>
    new Map(Array.from(named, ([partnerId, own]) => [partnerId, of(own)]))
  const references = each((own) => own.references)
  const [ledgers, rules, wallets, walletsByExternalId, progress, progressByExternalId, ...others] =
    await Promise.all([
      findLedgers(),
      findNamedRules(
        db,
        each((own) => own.ruleNames),
      ),
      loadWalletsByPartner(
        db,
        each((own) => own.userIds),
      ),
      loadWalletsByExternalId(
        db,
        each((own) => own.externalIds),
      ),
      loadProgress(
        db,
        each((own) => own.awards),
      ),
      loadProgressByExternalId(
        db,
        each((own) => own.awardsByExternalId),
      ),
      findShownDetails(
        db,
        each((own) => own.shownUserIds),
      ),
      findShownDetailsByExternalId(
        db,
        each((own) => own.shownExternalIds),
      ),
      findUsedKeysByPartner(db, mapRows(calls, keysIn)),
      findAwardsByPartner(
        db,
        each((own) => own.awardIds),
      ),
      findAwardsByReference(db, references, ORDER_SIZE_MAX + 1),
      findTransactions(
        db,
        each((own) => own.transactionIds),
      ),
      findTransfersByReference(db, references, ORDER_SIZE_MAX + 1),
      findUnrefundable(
        db,
        each((own) => own.transactionIds),
      ),
      findReturnedShares(db, references),
      givenParties ?? loadParties(db, calls),
      findSessions(),
    ])
  const [shown, shownByExternalId, usedKeys, awardsById, awardsByReference, ...last] = others
  const [transactionsById, transactionsByReference, unrefundable, returnedShares, parties, sessions] = last
  const busy = new Set(sessions.busy.map(({ partnerId }) => partnerId))
  const locked = ledgers.filter(({ partnerId }) => !busy.has(partnerId))
  const ofLocked = <Row>(...rows: ByPartner<Row>[]): ByPartner<Row> =>
    new Map(
      locked.map(({ partnerId }) => [partnerId, rows.flatMap((found) => [...rowsOf(found, partnerId)])]),
    )

  const awards = ofLocked(awardsById, awardsByReference)
  const transactions = ofLocked(transactionsById, transactionsByReference)
  const [undone, replays] = await Promise.all([
    loadForUndoing(db, awards, transactions, ofLocked(unrefundable)),
    loadReplays(db, ofLocked(usedKeys)),
  ])

  return locked.map((ledger) => {
    const of = <Row>(rows: ByPartner<Row>) => rowsOf(rows, ledger.partnerId)
    const byExternalId = of(walletsByExternalId)
    const walletBatch = newWalletBatch(
      ledger,
      [...of(undone.wallets), ...of(wallets), ...byExternalId.map(({ wallet }) => wallet)],
      [...of(undone.earlierMonths)],
      new Map(byExternalId.map(({ externalId, wallet }) => [externalId, wallet.userId])),
    )
    const rulesById = new Map([...of(undone.rules), ...of(rules)].map((rule) => [rule.id, rule]))
    return {
      ...walletBatch,
      party: parties.get(ledger.partnerId),
      rules: new Map(
        [...rulesById.values()].flatMap((rule) => namesOf(rule).map((name) => [name, rule] as const)),
      ),
      rulesById,
      progress: new Map(
        [...of(undone.progress), ...of(progress), ...of(progressByExternalId)].map((row) => [
          progressKey(row.ruleId, row.userId),
          row,
        ]),
      ),
      shownDetails: new Map(
        [...of(undone.shown), ...of(shown), ...of(shownByExternalId)].map((details) => [
          details.userId,
          details,
        ]),
      ),
      awards: new Map(of(awards).map((award) => [award.id, award])),
      transactions: new Map(of(transactions).map((transaction) => [transaction.id, transaction])),
      unrefundable: new Map(of(unrefundable).map(({ id, userId }) => [id, userId])),
      returnedShares: new Map(of(returnedShares).map(({ reference, shareTotal }) => [reference, shareTotal])),
      actors: new Set(),
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
      changes: { ...walletBatch.changes, ...noAwardChanges(), transactions: [], returns: [] },
    }
  })
}

async function lock(tx: Tx, partnerIds: string[], waits: boolean): Promise<Ledger[]> {
  return waits ? [await lockLedger(tx, partnerIds[0] as string)] : tryLockLedgers(tx, partnerIds)
}

/** The partners whose calls leave records that show them. Awards and their reversals do not. */
export async function loadParties(db: Db, calls: ByPartner<Call>): Promise<Map<string, PartnerParty>> {
  const isShown = ({ kind }: Call) => kind !== 'award' && kind !== 'reversal'
  const partnerIds = [...calls].flatMap(([partnerId, own]) => (own.some(isShown) ? [partnerId] : []))
  if (partnerIds.length === 0) return new Map()
  const found = await findParties(db, partnerIds)
  return new Map(found.map(({ id, name, email }) => [id, { name, email }]))
}

async function holdSessions(tx: Tx, ids: string[], waits: boolean): Promise<Sessions> {
  if (ids.length === 0) return { held: [], busy: [] }
  return waits ? { held: await holdTeamSessions(tx, ids), busy: [] } : tryHoldTeamSessions(tx, ids)
}

const NOTHING_TO_UNDO = {
  rules: new Map(),
  wallets: new Map(),
  progress: new Map(),
  earlierMonths: new Map(),
  shown: new Map(),
}

/** What reversals of these awards and refunds of these transactions touch, also refused ones. */
async function loadForUndoing(
  db: Db,
  awards: ByPartner<FoundAward>,
  transactions: ByPartner<FoundTransaction>,
  unrefundable: ByPartner<{ userId: string }>,
) {
  if (isEmpty(awards) && isEmpty(transactions) && isEmpty(unrefundable)) return NOTHING_TO_UNDO
  const usersOf = (partnerId: string, ...found: ByPartner<{ userId: string }>[]) =>
    unique(found.flatMap((rows) => rowsOf(rows, partnerId).map(({ userId }) => userId)))
  const monthsOf = (rows: readonly { userId: string; createdAt: Date }[]) =>
    rows.map(({ userId, createdAt }) => ({ userId, month: monthOf(createdAt) }))
  const each = <Row>(of: (partnerId: string) => Row[]): ByPartner<Row> =>
    new Map(Array.from(awards.keys(), (partnerId) => [partnerId, of(partnerId)]))
  const [rules, wallets, progress, earlierMonths, shown] = await Promise.all([
    findRules(
      db,
      mapRows(awards, (own) => unique(own.map(({ ruleId }) => ruleId))),
    ),
    loadWalletsByPartner(
      db,
      each((partnerId) => usersOf(partnerId, awards, transactions, unrefundable)),
    ),
    loadProgressOf(db, awards),
    loadEarlierMonthsByPartner(
      db,
      each((partnerId) => [
        ...monthsOf(rowsOf(awards, partnerId)),
        ...monthsOf(rowsOf(transactions, partnerId)),
      ]),
    ),
    findShownDetails(
      db,
      each((partnerId) => usersOf(partnerId, transactions, unrefundable)),
    ),
  ])
  return { rules, wallets, progress, earlierMonths, shown }
}

const keysIn = (calls: readonly Call[]): string[] =>
  unique(calls.flatMap(({ keyed }) => (keyed ? [keyed.key, ...(keyed.within ? [keyed.within] : [])] : [])))

/** The sessions of the team members among the callers. */
export const sessionIdsIn = (calls: readonly Call[]): string[] =>
  unique(
    calls.flatMap(({ caller }) => (caller?.credential.kind === 'team' ? [caller.credential.sessionId] : [])),
  )

const unique = (values: string[]): string[] => [...new Set(values)]
