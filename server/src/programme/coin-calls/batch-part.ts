import assert from 'node:assert/strict'
import type { ByPartner } from '../../storage/database/by-partner.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { UsedKey } from '../idempotency/stored-response-store.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { CallResult, Undecided } from './call-result.ts'

/** A kind of call that moves coins: what its requests name, and how the batch decides one. */
export type CallKind<Request, Record, Keys, Batch> = {
  addKeys: (request: Request, keys: Keys) => void
  apply: (
    batch: Batch,
    call: Keyed<{ request: Request }>,
    actor: RecordedActor,
  ) => CallResult<Record> | Undecided
  /** How many awards a request can make; without it, one. */
  weightOf?: (request: Request) => number
  /** Whether a call has a batch alone, because it can touch so much that others would wait for it. */
  runsAlone?: true
  /** Removes the ids of further records in a record that is not saved. */
  withoutIds?: (record: Record) => Record
}

/** The records to replay to retries. Every part may load them. */
export type RecordKeys = { [Kind in Exclude<UsedKey['kind'], 'response'> as `${Kind}RecordIds`]: string[] }

/** The items of a list of each partner, as stores take them. */
type Each<Lists> = <Name extends keyof Lists & string>(name: Name) => ByPartner<ItemOf<Lists[Name]>>
type ItemOf<List> = List extends Iterable<infer Item> ? Item : never
type ChangesOf<State> = State extends { changes: infer Changes } ? Changes : unknown

/**
 * What a folder contributes to a batch: it loads the rows that calls name, makes the state that the calls read and
 * change, and saves the changes. Keys, rows and changes have names that no other part uses for something else.
 */
export type BatchPart<Keys, Rows, State> = {
  /** Makes the keys of one partner, none at first. */
  newKeys: () => Keys
  /** Sends its statements at once: those of all parts are one round trip. */
  load: (
    db: Db,
    each: Each<Keys & RecordKeys>,
    keys: ReadonlyMap<string, Keys>,
  ) => { [Name in keyof Rows]: Promise<ByPartner<Rows[Name]>> }
  /** The state of one partner. */
  state: (ledger: Ledger, rows: RowLists<Rows>) => State
  /** Writes the changes of partners, with a fixed number of statements. */
  save:
    | ((
        tx: Tx,
        each: Each<ChangesOf<State>>,
        batches: ({ ledger: Ledger } & State)[],
      ) => void | Promise<void>)
    | null
  /** Whether only the coordinator of a cluster has these rows. */
  isCentral?: true
}

export type RowLists<Rows> = { [Name in keyof Rows]: readonly Rows[Name][] }

/** A part with rows that name further rows, which the next round trip loads. */
export type FollowingPart<Rows, Keys> = {
  /** Whether rows of a partner, of one round trip, can name further ones. */
  follows: (rows: RowLists<Rows>, context: FollowContext<Keys>) => boolean
  /** Adds what they name. */
  follow: (rows: RowLists<Rows>, keys: Keys & RecordKeys, context: FollowContext<Keys>) => void
}

/** `asked` are the keys of the round trip. */
type FollowContext<Keys> = { ledger: Ledger; asked: Keys & RecordKeys }

/** A part with records that retries get, by id. */
export type ReplayingPart<Rows, Record> = { records: (rows: RowLists<Rows>) => (Record & { id: string })[] }

/** Makes the `each` of parts, of partners that have items. The parts say which items their lists have. */
export const eachOf =
  (partners: Iterable<readonly [string, object]>) =>
  (name: string): ByPartner<never> => {
    const each = new Map<string, readonly never[]>()
    for (const [partnerId, lists] of partners) {
      const items = (lists as { [name: string]: readonly never[] | ReadonlySet<never> })[name]
      assert(items, name)
      const list = 'size' in items ? [...items] : items
      if (list.length > 0) each.set(partnerId, list)
    }
    return each
  }

/** Awaits promises by name. */
export async function all<Promises extends Record<string, unknown>>(
  promises: Promises,
): Promise<{ [Name in keyof Promises]: Awaited<Promises[Name]> }> {
  const values = await Promise.all(Object.values(promises))
  const entries = Object.keys(promises).map((name, index) => [name, values[index]])
  return Object.fromEntries(entries)
}
