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
/** One partner takes up at most a quarter, or its largest board. */
const PARTNER_SEGMENTS_MAX = SEGMENTS_MAX / 4

const sizeOf = ({ starts }: CachedSegments) => 1 + starts.length

/** The cache is keyed by partner and limited by the segments of all boards. */
const cache = new LRUCache<string, CachedBoards>({
  maxSize: SEGMENTS_MAX,
  sizeCalculation: ({ boards }) => [...boards.values()].reduce((sum, board) => sum + sizeOf(board), 1),
})

export const cachedBoards = (partnerId: string): CachedBoards | undefined => cache.get(partnerId)

/**
 * Caches a board that was read at a version. A read that began before a split does not replace what came
 * after.
 */
export function cacheBoard(partnerId: string, version: bigint, board: Board, segments: CachedSegments): void {
  const known = cache.get(partnerId)
  if (known && known.version > version) return
  const boards = new Map(known?.version === version ? known.boards : [])
  const key = boardKey(board)
  boards.delete(key)
  boards.set(key, segments)
  cache.set(partnerId, { version, boards: latestOf(boards) })
}

/** The boards that were cached last, as many as a partner may have. */
function latestOf(boards: Map<string, CachedSegments>): Map<string, CachedSegments> {
  let size = [...boards.values()].reduce((sum, board) => sum + sizeOf(board), 0)
  for (const [key, board] of boards) {
    if (size <= PARTNER_SEGMENTS_MAX || boards.size === 1) break
    boards.delete(key)
    size -= sizeOf(board)
  }
  return boards
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
