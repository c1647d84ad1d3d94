import type { Tx } from '../../storage/database/database.ts'
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
  const cached = cachedBoundaries(partnerId, version)
  const boundaries = new Map(cached)
  const missing = boards.filter((board) => !boundaries.has(boardKey(board)))
  const loaded = await Promise.all(missing.map((board) => loadSegments(tx, partnerId, board)))
  for (const [index, board] of missing.entries()) {
    const key = boardKey(board)
    const known: Boundary[] = loaded[index] ?? []
    if (known.length > 0) cached.set(key, known)
    else insertSegments(tx, partnerId, board, [{ ...FIRST_RANK_KEY, no: FIRST_SEGMENT_NO, members: 0 }])
    boundaries.set(key, known.length > 0 ? known : [{ ...FIRST_RANK_KEY, no: FIRST_SEGMENT_NO }])
  }
  return boundaries
}

/** The partner that was not used for the longest time makes room. */
function cachedBoundaries(partnerId: string, version: bigint): Map<string, Boundary[]> {
  const known = cache.get(partnerId)
  const cached = known?.version === version ? known : { version, boundaries: new Map() }
  cache.delete(partnerId)
  if (cache.size >= PARTNERS_CACHED_MAX) cache.delete(cache.keys().next().value as string)
  cache.set(partnerId, cached)
  return cached.boundaries
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
