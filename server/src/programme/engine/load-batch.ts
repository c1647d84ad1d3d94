import assert from 'node:assert/strict'
import { type ByPartner, rowsOf } from '../../storage/database/by-partner.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { all, eachOf } from '../coin-calls/batch-part.ts'
import { applyDue } from '../due/apply-due.ts'
import { type Ledger, lockLedger, readLedger, tryLockLedgers } from '../ledger/ledger.ts'
import { LOTS_PER_BATCH, ManyLots } from '../lots/many-lots.ts'
import { type BatchKeys, type BatchRows, type Call, PARTS, type PartnerBatch } from './batch.ts'
import { lockSessions, type Sessions, sessionIdsIn, sessionsOf } from './callers.ts'
import { keysIn, keysOf, newPartnerBatch } from './partner-batch.ts'

type Keys = ReadonlyMap<string, BatchKeys>
/** What one round trip found. */
type Found = { [Name in keyof BatchRows]: ByPartner<BatchRows[Name][number]> }

export type LoadOptions = {
  /** Waits for the ledger, of one partner only. Otherwise partners that are busy are left out. */
  waits: boolean
  /** Read before, where the machine of the ledger does not have it. */
  central?: Partial<Found> | undefined
}

/**
 * Locks the ledgers of partners and reads what their calls name, in one round trip. Only reversals, refunds,
 * returns and replays need one or two more, for what the rows name that were found.
 */
export function loadBatch(
  tx: Tx,
  calls: ByPartner<Call>,
  { waits, central }: LoadOptions,
): Promise<PartnerBatch[]> {
  return load(tx, calls, {
    ledgers: () => lock(tx, [...calls.keys()], waits),
    sessions: () => lockSessions(tx, [...calls.values()].flatMap(sessionIdsIn), { waits }),
    central,
    boundsLots: true,
  })
}

/** Reads the same without a lock, for calls that are not saved. */
export async function loadForecast(
  db: Db & Pick<Tx, 'givenTime'>,
  partnerId: string,
  calls: readonly Call[],
): Promise<{ batch: PartnerBatch; asOf: bigint }> {
  let asOf = 0n
  const [batch] = await load(db, new Map([[partnerId, calls]]), {
    async ledgers() {
      const ledger = await readLedger(db, partnerId)
      // What is due gets numbers too, which are forgotten.
      asOf = ledger.lastSeq
      return [ledger]
    },
    sessions: async () => sessionsOf(partnerId, calls),
  })
  assert(batch)
  return { batch, asOf }
}

/** Reads what only the coordinator of a cluster has. */
export const loadCentral = (db: Db, calls: ByPartner<Call>): Promise<Partial<Found>> =>
  loadRows(
    db,
    keysByPartner(calls),
    PARTS.filter((part) => part.isCentral),
  )

type Locks = Pick<LoadOptions, 'central'> & {
  /** Whether it throws `ManyLots`, unless there is one call only. */
  boundsLots?: boolean
  ledgers: () => Promise<Ledger[]>
  sessions: () => Promise<Sessions>
}

async function load(db: Db, calls: ByPartner<Call>, locks: Locks): Promise<PartnerBatch[]> {
  const parts = locks.central ? PARTS.filter((part) => !part.isCentral) : PARTS
  const keys = keysByPartner(calls)
  const { ledgers, found, sessions } = await all({
    ledgers: locks.ledgers(),
    found: loadRows(db, keys, parts),
    sessions: locks.sessions(),
  })
  const busy = new Set(sessions.busy.map(({ partnerId }) => partnerId))
  const locked = ledgers
    .filter(({ partnerId }) => !busy.has(partnerId))
    .map((ledger) => ({ ledger, rows: rowsIn({ ...found, ...locks.central }, ledger.partnerId) }))
  const isDivisible = calls.size > 1 || [...calls.values()].some(({ length }) => length > 1)
  for (let further = keysFurther(locked, keys); further.size > 0; ) {
    if (locks.boundsLots && isDivisible) boundLots(locked, further)
    const foundNext = await loadRows(db, further, PARTS)
    const next = locked
      .filter(({ ledger }) => further.has(ledger.partnerId))
      .map((each) => ({ each, ledger: each.ledger, rows: rowsIn(foundNext, each.ledger.partnerId) }))
    for (const { each, rows } of next) each.rows = withRows(each.rows, rows)
    further = keysFurther(next, further)
  }
  return locked.map(({ ledger, rows }) => {
    const batch = newPartnerBatch(ledger, rows, sessions)
    applyDue(batch)
    return batch
  })
}

async function lock(tx: Tx, partnerIds: string[], waits: boolean): Promise<Ledger[]> {
  return waits ? [await lockLedger(tx, partnerIds[0] as string)] : tryLockLedgers(tx, partnerIds)
}

const keysByPartner = (calls: ByPartner<Call>): Keys =>
  new Map(Array.from(calls, ([partnerId, each]) => [partnerId, keysOf(each)]))

function loadRows(db: Db, keys: Keys, parts: readonly (typeof PARTS)[number][]): Promise<Found> {
  const each = eachOf(keys)
  const promises: { [Name in keyof Found]: Promise<Found[Name]> } = Object.assign(
    {},
    ...parts.map((part) => part.load(db, each, keys)),
  )
  return all(promises)
}

/** What the rows of partners name that is not read yet. `asked` are the keys of these rows. */
function keysFurther(partners: { ledger: Ledger; rows: BatchRows }[], asked: Keys): Keys {
  const further = new Map<string, BatchKeys>()
  for (const { ledger, rows } of partners) {
    const { partnerId } = ledger
    const keys = asked.get(partnerId)
    const named = keys && keysIn(rows, ledger, keys)
    if (named) further.set(partnerId, named)
  }
  return further
}

function boundLots(partners: { ledger: Ledger; rows: BatchRows }[], further: Keys): void {
  const tooMany = partners.filter(({ ledger, rows }) => {
    const lotUserIds = further.get(ledger.partnerId)?.lotUserIds
    if (!lotUserIds || lotUserIds.size === 0) return false
    const wallets = [...rows.wallets, ...rows.walletsByExternalId.map(({ wallet }) => wallet)]
    const openLots = new Map(wallets.map((wallet) => [wallet.userId, wallet.openLots]))
    let sum = 0
    for (const userId of lotUserIds) sum += openLots.get(userId) ?? 0
    return sum > LOTS_PER_BATCH
  })
  if (tooMany.length > 0) throw new ManyLots(tooMany.map(({ ledger }) => ledger.partnerId))
}

/** The rows of a partner from one round trip. */
function rowsIn(found: Found, partnerId: string): BatchRows {
  const rows: { [name: string]: readonly unknown[] } = {}
  for (const name in found) rows[name] = rowsOf<unknown>(found[name as keyof Found], partnerId)
  return rows as BatchRows
}

/** The rows of several round trips. */
function withRows(earlier: BatchRows, further: BatchRows): BatchRows {
  const rows: { [name: string]: readonly unknown[] } = { ...earlier }
  for (const [name, each] of Object.entries<readonly unknown[]>(further))
    if (each.length > 0) rows[name] = [...(rows[name] ?? []), ...each]
  return rows as BatchRows
}
