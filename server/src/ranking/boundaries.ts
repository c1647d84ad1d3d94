import type { Tx } from '../database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import {
  type Board,
  type Boundary,
  boardKey,
  FIRST_RANK_KEY,
  FIRST_SEGMENT_NO,
  type SegmentOf,
} from './board.ts'
import { insertSegments, loadSegments } from './segment-store.ts'

/** The boundaries of each partner's boards. An entry is valid while the ledger's version is the same. */
const cache = new Map<string, { version: bigint; boundaries: Map<string, Boundary[]> }>()
const PARTNERS_CACHED_MAX = 1000

/** Loads the boundaries of these boards. A new board gets its first segment; it is cached once committed. */
export async function loadBoundaries(
  tx: Tx,
  { partnerId, segmentsVersion: version }: Ledger,
  boards: Board[],
): Promise<Map<string, Boundary[]>> {
  let cached = cache.get(partnerId)
  if (cached?.version !== version) {
    cached = { version, boundaries: new Map() }
    cache.delete(partnerId)
    if (cache.size >= PARTNERS_CACHED_MAX) cache.delete(cache.keys().next().value as string)
    cache.set(partnerId, cached)
  }
  const boundaries = new Map(cached.boundaries)
  for (const board of boards) {
    const key = boardKey(board)
    if (boundaries.has(key)) continue
    const known: Boundary[] = await loadSegments(tx, partnerId, board)
    if (known.length > 0) cached.boundaries.set(key, known)
    else insertSegments(tx, partnerId, board, [{ ...FIRST_RANK_KEY, no: FIRST_SEGMENT_NO, members: 0 }])
    boundaries.set(key, known.length > 0 ? known : [{ ...FIRST_RANK_KEY, no: FIRST_SEGMENT_NO }])
  }
  return boundaries
}

/** Updates the cache to the next version after splits, which saves reading all boundaries again. */
export function cacheSplits(
  { partnerId, segmentsVersion: version }: Ledger,
  splits: (SegmentOf & { boundaries: Boundary[] })[],
): void {
  const cached = cache.get(partnerId)
  if (cached?.version !== version) return
  for (const { boundaries, no, ...board } of splits) {
    const key = boardKey(board)
    const known = cached.boundaries.get(key)
    const index = known?.findIndex((boundary) => boundary.no === no) ?? -1
    if (known && index >= 0) cached.boundaries.set(key, known.toSpliced(index + 1, 0, ...boundaries))
    else cached.boundaries.delete(key)
  }
  cached.version = version + 1n
}
