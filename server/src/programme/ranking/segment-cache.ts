import { LRUCache } from 'lru-cache'
import type { Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import {
  type Board,
  type Boundary,
  boardKey,
  FIRST_SEGMENT,
  type SegmentOf,
  type SegmentStart,
  startOf,
} from './board.ts'
import { insertSegments, loadSegments } from './segment-store.ts'

/**
 * The segments of a board. Their starts stay the same while the ledger's version does, which is all that a
 * write needs. A read also needs the members of each segment: those after the event `seq`, and what changed
 * since.
 */
export type CachedSegments = {
  starts: readonly SegmentStart[]
  counts: { seq: bigint; members: readonly number[]; membersThrough: readonly number[] } | null
}

type CachedBoards = { version: bigint; boards: ReadonlyMap<string, CachedSegments> }

const SEGMENTS_MAX = 200_000

/**
 * By partner, limited by the segments of all boards. One partner takes up at most a quarter, however large it
 * is.
 */
const cache = new LRUCache<string, CachedBoards>({
  maxSize: SEGMENTS_MAX,
  sizeCalculation: ({ boards }) => {
    let segments = 1
    for (const { starts } of boards.values()) segments += 1 + starts.length
    return Math.min(segments, SEGMENTS_MAX / 4)
  },
})

export const cachedBoards = (partnerId: string): CachedBoards | undefined => cache.get(partnerId)

/**
 * Caches a board that was read at a version. A read that began before a split does not replace what came
 * after.
 */
export function cacheBoard(partnerId: string, version: bigint, board: Board, segments: CachedSegments): void {
  const known = cache.get(partnerId)
  if (known && known.version > version) return
  const boards = known?.version === version ? known.boards : []
  cache.set(partnerId, { version, boards: new Map([...boards, [boardKey(board), segments]]) })
}

/**
 * Loads where the segments of these boards start. The ledger must be locked. A new board gets its first segment;
 * it is cached once committed.
 */
export async function loadStarts(
  tx: Tx,
  { partnerId, segmentsVersion: version }: Ledger,
  boards: Board[],
): Promise<Map<string, readonly SegmentStart[]>> {
  // The lock makes this the last version, whatever is cached.
  if (cache.get(partnerId)?.version !== version) cache.delete(partnerId)
  const cached = cache.get(partnerId)?.boards
  const missing = boards.filter((board) => !cached?.has(boardKey(board)))
  const loaded = await Promise.all(missing.map((board) => loadSegments(tx, partnerId, board)))
  const startsOf = new Map(Array.from(cached ?? [], ([key, { starts }]) => [key, starts]))
  for (const [index, board] of missing.entries()) {
    const starts = (loaded[index] ?? []).map(startOf)
    if (starts.length > 0) cacheBoard(partnerId, version, board, { starts, counts: null })
    else insertSegments(tx, partnerId, board, [FIRST_SEGMENT])
    startsOf.set(boardKey(board), starts.length > 0 ? starts : [startOf(FIRST_SEGMENT)])
  }
  return startsOf
}

/** Advances the cache to the next version after splits, which saves reading all segments again. */
export function cacheSplits(
  { partnerId, segmentsVersion: version }: Ledger,
  splits: (SegmentOf & { boundaries: Boundary[] })[],
): void {
  const cached = cache.get(partnerId)
  if (cached?.version !== version) return
  const boards = new Map(cached.boards)
  for (const { boundaries, no, ...board } of splits) {
    const { starts } = boards.get(boardKey(board)) ?? { starts: [] }
    const index = starts.findIndex((start) => start.no === Number(no))
    boards.delete(boardKey(board))
    if (index === -1) continue
    // The next read counts the members of the pieces.
    const split = starts.toSpliced(index + 1, 0, ...boundaries.map(startOf))
    boards.set(boardKey(board), { starts: split, counts: null })
  }
  cache.set(partnerId, { version: version + 1n, boards })
}
