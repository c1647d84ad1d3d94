import DataLoader from 'dataloader'
import type { LRUCache } from 'lru-cache'
import type { Db, Tx } from '../../storage/database/database.ts'
import { findLedgerState, type LedgerNow } from '../ledger/ledger.ts'
import type { KeptValues, Kind } from './kept-values.ts'

/** Loads values by key: one call for all keys that the reads of a batch ask for at the same time. */
export type Loader<Key, Value> = {
  idOf: (key: Key) => string
  /** The values in the order of the keys. */
  load: (db: Db, partnerId: string, keys: readonly Key[]) => Promise<Value[]>
}

/** Reads each key with a statement of its own. */
export const readEach = <Key, Value>(
  read: (db: Db, partnerId: string, key: Key) => Promise<Value>,
  idOf: (key: Key) => string = JSON.stringify,
): Loader<Key, Value> => ({
  idOf,
  load: (db, partnerId, keys) => Promise.all(keys.map((key) => read(db, partnerId, key))),
})

/** A value whose size is known, so that memory can be bounded. */
export type Remembered = string | number | readonly number[]

type TimedDb = Db & Pick<Tx, 'givenTime'>

/** Reads of one partner that share a snapshot. */
export type ReadBatch = {
  partnerId: string
  /** Read with the first statements of the batch. */
  ledger: Promise<LedgerNow>
  load<Key, Value>(loader: Loader<Key, Value>, key: Key): Promise<Value>
  /**
   * Makes a value once. It is kept in memory and used again as long as nothing of the partner changed, which
   * the snapshot proves. It must depend on nothing but its key and what the batch reads. A value that is
   * probably in memory is made only once it proves outdated; any other is made with the first statements.
   */
  remember<T extends Remembered>(key: string, make: () => Promise<T>): Promise<T>
  /** Keeps a value that was read in this batch for reads from memory. */
  keep<Value>(kind: Kind<Value>, id: string, value: Value): void
}

export function openReadBatch(
  db: TimedDb,
  partnerId: string,
  memory: Pick<LRUCache<string, Remembered>, 'get' | 'has' | 'set'>,
  kept: KeptValues,
): ReadBatch {
  const lastSeenChange = kept.lastSeen(partnerId)?.changeNo
  // biome-ignore lint/suspicious/noExplicitAny: each loader has its own types of key and value.
  const loaders = new Map<Loader<any, any>, DataLoader<any, any, string>>()
  const inProgress = new Map<string, Promise<Remembered>>()
  const ledger = followLedger(db, partnerId, kept)
  ledger.catch(() => {})
  return {
    partnerId,
    ledger,
    load(loader, key) {
      let known = loaders.get(loader)
      if (!known) {
        known = new DataLoader((keys) => loader.load(db, partnerId, keys), { cacheKeyFn: loader.idOf })
        loaders.set(loader, known)
      }
      return known.load(key)
    },
    remember<T extends Remembered>(key: string, make: () => Promise<T>): Promise<T> {
      const idAt = (changeNo: bigint) => `${partnerId} ${changeNo} ${key}`
      const find = async (): Promise<T> => {
        const isProbablyKept = lastSeenChange !== undefined && memory.has(idAt(lastSeenChange))
        const making = isProbablyKept ? undefined : make()
        making?.catch(() => {})
        const id = idAt((await ledger).changeNo)
        const kept = memory.get(id)
        if (kept !== undefined) return kept as T
        const value = await (making ?? make())
        memory.set(id, value)
        return value
      }
      const found = (inProgress.get(key) as Promise<T> | undefined) ?? find()
      inProgress.set(key, found)
      return found
    },
    keep(kind, id, value) {
      ledger.then(
        (state) => kept.keep(partnerId, state, kind, id, value),
        () => {},
      )
    },
  }
}

/** Reads the state of the ledger, which kept values then follow. */
export async function followLedger(db: TimedDb, partnerId: string, kept: KeptValues): Promise<LedgerNow> {
  const state = await findLedgerState(db, partnerId, kept.lastSeen(partnerId)?.lastSeq ?? null)
  kept.follow(partnerId, state)
  return state
}
