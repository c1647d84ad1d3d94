import { LRUCache } from 'lru-cache'
import type { LedgerState, PointsChange } from '../ledger/ledger.ts'

/** Bounds the memory of a process. */
const CHARACTERS_MAX = 32_000_000
/** The rough size of an entry beside its value. */
const ENTRY_CHARACTERS = 400
const PARTNERS_MAX = 10_000
/** How many changes of all partners, and of one, are kept for values that were not asked for since. */
const CHANGES_MAX = 200_000
const PARTNER_CHANGES_MAX = 500

/** A kind of value that follows the points of members. */
export type Kind<Value> = {
  name: string
  /** The rough number of characters. */
  sizeOf: (value: Value) => number
  /** The value after a change; undefined when it has to be read again. Does not change the value itself. */
  after: (value: Value, change: PointsChange) => Value | undefined
}

/** The values of a partner in its last known state. */
export type PartnerValues = {
  changeNo: bigint
  find<Value>(kind: Kind<Value>, id: string): Value | undefined
}

/** Values of one era differ only by the changes of points since. */
type Followed = Omit<LedgerState, 'changes'> & { era: object; firstSeq: number; changes: PointsChange[] }

type Kept = { value: unknown; seq: number; era: object }

export type KeptValues = ReturnType<typeof createKeptValues>

/**
 * Keeps values while awards and transfers change the ledger: each value is read once, then takes over the changes,
 * which the database lists with the state of the ledger. Any other change of the partner ends the era of its values.
 */
export function createKeptValues() {
  const partners = new LRUCache<string, Followed>({
    max: PARTNERS_MAX,
    maxSize: CHANGES_MAX,
    sizeCalculation: ({ changes }) => 1 + changes.length,
  })
  const entries = new LRUCache<string, Kept>({
    maxSize: CHARACTERS_MAX,
    maxEntrySize: CHARACTERS_MAX / 100,
  })
  const keyOf = (partnerId: string, { name }: { name: string }, id: string) => `${partnerId} ${name} ${id}`

  function find<Value>(partnerId: string, kind: Kind<Value>, id: string): Value | undefined {
    const key = keyOf(partnerId, kind, id)
    const kept = entries.get(key)
    const followed = partners.get(partnerId)
    if (!kept || kept.era !== followed?.era || kept.seq < followed.firstSeq) return undefined
    const { firstSeq, changes } = followed
    for (; kept.seq < firstSeq + changes.length; kept.seq += 1) {
      kept.value = kind.after(kept.value as Value, changes[kept.seq - firstSeq] as PointsChange)
      if (kept.value !== undefined) continue
      entries.delete(key)
      return undefined
    }
    return kept.value as Value
  }

  return {
    /** The state of the partner that was seen last. */
    lastSeen: (partnerId: string): Pick<LedgerState, 'changeNo' | 'lastSeq'> | undefined =>
      partners.get(partnerId),

    /** Takes over a state. One that was read before the last one, but arrives after it, changes nothing. */
    follow(partnerId: string, { changes, ...state }: LedgerState): void {
      const known = partners.get(partnerId)
      const isNewer =
        !known ||
        state.changeNo > known.changeNo ||
        (state.changeNo === known.changeNo && state.segmentsVersion > known.segmentsVersion)
      if (!isNewer) return
      const count = known ? Number(state.lastSeq - known.lastSeq) : 0
      const isFollowed = known && changes && count > 0 && count <= changes.length && isOfEra(state, known)
      if (!isFollowed) {
        partners.set(partnerId, { ...state, era: {}, firstSeq: Number(state.lastSeq), changes: [] })
        return
      }
      const all = [...known.changes, ...changes.slice(-count)].slice(-PARTNER_CHANGES_MAX)
      const firstSeq = Number(state.lastSeq) - all.length
      partners.set(partnerId, { ...state, era: known.era, firstSeq, changes: all })
    },

    /** To be used at once: the state can change in the next tick. */
    of: (partnerId: string): PartnerValues => ({
      changeNo: partners.get(partnerId)?.changeNo ?? 0n,
      find: (kind, id) => find(partnerId, kind, id),
    }),

    /** Keeps a value that was read in a state of the ledger. */
    keep<Value>(partnerId: string, state: LedgerState, kind: Kind<Value>, id: string, value: Value): void {
      const followed = partners.get(partnerId)
      const seq = Number(state.lastSeq)
      if (!followed || !isOfEra(state, followed) || state.lastSeq > followed.lastSeq) return
      if (seq < followed.firstSeq) return
      const key = keyOf(partnerId, kind, id)
      const known = entries.get(key)
      if (known && known.era === followed.era && known.seq >= seq) return
      const size = ENTRY_CHARACTERS + kind.sizeOf(value)
      entries.set(key, { value, seq, era: followed.era }, { size })
    },
  }
}

const isOfEra = (
  state: Pick<LedgerState, 'otherChangeNo' | 'segmentsVersion'>,
  followed: Pick<LedgerState, 'otherChangeNo' | 'segmentsVersion'>,
): boolean =>
  state.otherChangeNo === followed.otherChangeNo && state.segmentsVersion === followed.segmentsVersion
