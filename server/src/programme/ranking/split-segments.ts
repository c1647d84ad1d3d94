import type { Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import {
  type Board,
  type Boundary,
  FIRST_RANK_KEY,
  hasTooManySegments,
  mergeableNeighbours,
  SEGMENT_MEMBERS,
  type SegmentOf,
} from './board.ts'
import { cacheSplits } from './segment-cache.ts'
import {
  bumpSegmentsVersion,
  deleteSegments,
  findRankKeyAt,
  findSegment,
  insertSegments,
  loadSegments,
  moveMembers,
  setSegmentMembers,
  sizeOfBoard,
} from './segment-store.ts'

/** Each merge rewrites up to a segment of rows under the ledger's lock; the rest waits for the next split. */
const MERGES_AT_ONCE_MAX = 8

/** Splits oversized segments. The ledger must be locked. Call the returned function after the commit. */
export async function splitSegments(tx: Tx, ledger: Ledger, oversized: SegmentOf[]): Promise<() => void> {
  const { partnerId } = ledger
  const splits: (SegmentOf & { boundaries: Boundary[] })[] = []
  let isMerged = false
  for (const segment of oversized) {
    splits.push({ ...segment, boundaries: await split(tx, partnerId, segment) })
    if (hasTooManySegments(await sizeOfBoard(tx, partnerId, segment))) {
      await mergeSmall(tx, partnerId, segment)
      isMerged = true
    }
  }
  bumpSegmentsVersion(tx, partnerId)
  return () => {
    if (!isMerged) cacheSplits(ledger, splits)
  }
}

/** Splits a segment into equal pieces. The first keeps its number; members move into the others. */
async function split(tx: Tx, partnerId: string, { no, ...board }: SegmentOf): Promise<Boundary[]> {
  const { members, lastNo } = await findSegment(tx, partnerId, { no, ...board })
  const count = Math.max(1, Math.round(members / SEGMENT_MEMBERS))
  const size = Math.ceil(members / count)
  const starts = await Promise.all(
    Array.from({ length: count - 1 }, (_, index) =>
      findRankKeyAt(tx, partnerId, { no, ...board }, (index + 1) * size),
    ),
  )
  const pieces = starts.flat().map(({ negatedScore, joinedNo }, index) => ({
    no: lastNo + 1n + BigInt(index),
    negatedScore,
    joinedNo,
    members: Math.min(size, members - (index + 1) * size),
  }))
  if (pieces.length === 0) return []
  for (const piece of pieces.toReversed())
    moveMembers(tx, partnerId, board, { from: [no], into: piece.no, start: piece })
  setSegmentMembers(tx, partnerId, board, { no, members: size })
  insertSegments(tx, partnerId, board, pieces)
  return pieces.map(({ members: _, ...boundary }) => boundary)
}

async function mergeSmall(tx: Tx, partnerId: string, board: Board): Promise<void> {
  const segments = await loadSegments(tx, partnerId, board)
  for (const { into, from, members } of mergeableNeighbours(segments).slice(0, MERGES_AT_ONCE_MAX)) {
    moveMembers(tx, partnerId, board, { from, into, start: FIRST_RANK_KEY })
    deleteSegments(tx, partnerId, board, from)
    setSegmentMembers(tx, partnerId, board, { no: into, members })
  }
}
