import assert from 'node:assert/strict'
import { type ByPartner, isEmpty, rowsOf } from '../../storage/database/by-partner.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { all, eachOf } from '../coin-calls/batch-part.ts'
import { type Ledger, lockLedger, readLedger, tryLockLedgers } from '../ledger/ledger.ts'
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
  })
}

/** Reads the same without a lock, for calls that are not saved. */
export async function loadForecast(
  db: Db & Pick<Tx, 'givenTime'>,
  partnerId: string,
  calls: readonly Call[],
): Promise<PartnerBatch> {
  const [batch] = await load(db, new Map([[partnerId, calls]]), {
    ledgers: async () => [await readLedger(db, partnerId)],
    sessions: async () => sessionsOf(partnerId, calls),
  })
  assert(batch)
  return batch
}

/** Reads what only the coordinator of a cluster has. */
export const loadCentral = (db: Db, calls: ByPartner<Call>): Promise<Partial<Found>> =>
  loadRows(
    db,
    keysByPartner(calls),
    PARTS.filter((part) => part.isCentral),
  )

type Locks = Pick<LoadOptions, 'central'> & {
  ledgers: () => Promise<Ledger[]>
  sessions: () => Promise<Sessions>
}

async function load(db: Db, calls: ByPartner<Call>, locks: Locks): Promise<PartnerBatch[]> {
  const parts = locks.central ? PARTS.filter((part) => !part.isCentral) : PARTS
  const { ledgers, rows, sessions } = await all({
    ledgers: locks.ledgers(),
    rows: loadRows(db, keysByPartner(calls), parts),
    sessions: locks.sessions(),
  })
  const busy = new Set(sessions.busy.map(({ partnerId }) => partnerId))
  const locked = ledgers.filter(({ partnerId }) => !busy.has(partnerId))
  let last: Found = { ...rows, ...locks.central }
  const found = [last]
  while (namesFurther(last)) {
    last = await loadRows(db, keysFurther(locked, last), PARTS)
    found.push(last)
  }
  return locked.map((ledger) => newPartnerBatch(ledger, rowsIn(found, ledger.partnerId), sessions))
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

const namesFurther = (found: Found): boolean =>
  PARTS.some((part) => 'follow' in part && part.follows.some((name) => !isEmpty(found[name])))

const keysFurther = (locked: Ledger[], found: Found): Keys =>
  new Map(locked.map(({ partnerId }) => [partnerId, keysIn(rowsIn([found], partnerId))]))

/** The rows of a partner from all round trips. */
function rowsIn(found: Found[], partnerId: string): BatchRows {
  const rows: { [name: string]: readonly unknown[] } = {}
  for (const each of found)
    for (const [name, byPartner] of Object.entries(each)) {
      const earlier = rows[name]
      const further = rowsOf<unknown>(byPartner, partnerId)
      rows[name] = earlier?.length ? [...earlier, ...further] : further
    }
  return rows as BatchRows
}
