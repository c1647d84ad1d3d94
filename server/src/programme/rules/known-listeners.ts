import { LRUCache } from 'lru-cache'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Database } from '../../storage/database/database.ts'
import type { Condition } from '../conditions/condition.ts'
import { findRulesVersion } from '../ledger/ledger.ts'
import { expressionsOf, type Listener, listenersTo, stepsOf } from './listener.ts'
import { findRulesByActivityType } from './rule-store.ts'

/** The rules that listen to a type of activities, as a process remembers them. Nothing changes their rows. */
export type KnownListeners = {
  /** That of the ledger's rules when they were read. */
  version: bigint
  /** In the order in which they are decided. */
  listeners: readonly Listener[]
  /** A number for each of their expressions. */
  places: ReadonlyMap<Condition, number>
  /** The most steps that looking through all of them takes. */
  steps: number
  /** Set by a batch that finds another version in the ledger. */
  isOutdated: boolean
}

/** A condition takes about 120 bytes for each character, a rule and a type about as much as these. */
const CHARACTERS_MAX = 200_000
const CHARACTERS_OF_TYPE = 5
const CHARACTERS_OF_RULE = 20

/** Beside the steps of its expressions. */
const STEPS_OF_LISTENER = 10

export type ListenerMemory = {
  /** What is remembered of a type, if it can still be right. */
  get(partnerId: string, type: string): KnownListeners | undefined
  /** Reads what is not remembered of these types. */
  recall(partnerId: string, types: Iterable<string>): Promise<Map<string, KnownListeners>>
}

/**
 * Remembers which rules listen to the types of activities. A batch decides by what its ledger holds, and compares the
 * versions: so what is remembered may be outdated.
 */
export function createListenerMemory(database: Pick<Database, 'forPartner'>): ListenerMemory {
  const remembered = new LRUCache<string, KnownListeners>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ listeners, places }) =>
      CHARACTERS_OF_TYPE + CHARACTERS_OF_RULE * listeners.length + charactersIn(places.keys()),
  })
  const reading = new Map<string, Promise<Map<string, KnownListeners>>>()
  const keyOf = (partnerId: string, type: string) => `${partnerId} ${type}`

  function get(partnerId: string, type: string): KnownListeners | undefined {
    const known = remembered.get(keyOf(partnerId, type))
    return known?.isOutdated ? undefined : known
  }

  /** Calls that arrive together read a type once. */
  async function recall(partnerId: string, types: Iterable<string>): Promise<Map<string, KnownListeners>> {
    const found = new Map<string, KnownListeners>()
    const missing: string[] = []
    const others: Promise<Map<string, KnownListeners>>[] = []
    for (const type of types) {
      const known = get(partnerId, type)
      const read = reading.get(keyOf(partnerId, type))
      if (known) found.set(type, known)
      else if (read) others.push(read)
      else missing.push(type)
    }
    if (missing.length > 0) others.push(readTypes(partnerId, missing))
    for (const read of new Set(others)) for (const [type, known] of await read) found.set(type, known)
    return found
  }

  function readTypes(partnerId: string, types: string[]): Promise<Map<string, KnownListeners>> {
    const read = findListeners(database, partnerId, types)
      .then((found) => {
        for (const [type, known] of found) remembered.set(keyOf(partnerId, type), known)
        return found
      })
      .finally(() => {
        for (const type of types) reading.delete(keyOf(partnerId, type))
      })
    for (const type of types) reading.set(keyOf(partnerId, type), read)
    return read
  }

  return { get, recall }
}

const charactersIn = (conditions: Iterable<Condition>): number =>
  [...conditions].reduce((sum, { source }) => sum + source.length, 0)

async function findListeners(
  database: Pick<Database, 'forPartner'>,
  partnerId: string,
  types: string[],
): Promise<Map<string, KnownListeners>> {
  const { version, rules } = await database.forPartner(partnerId).snapshot(async (db) => {
    const [version, rules] = await Promise.all([
      findRulesVersion(db, partnerId),
      findRulesByActivityType(db, new Map([[partnerId, types]])),
    ])
    return { version, rules: rowsOf(rules, partnerId) }
  })
  return new Map(types.map((type) => [type, knownListeners(version, listenersTo(type, rules))]))
}

function knownListeners(version: bigint, listeners: Listener[]): KnownListeners {
  const conditions = [...new Set(listeners.flatMap(expressionsOf))]
  return {
    version,
    listeners,
    places: new Map(conditions.map((condition, place) => [condition, place])),
    steps: listeners.reduce((sum, each) => sum + STEPS_OF_LISTENER + stepsOf(each), 0),
    isOutdated: false,
  }
}
