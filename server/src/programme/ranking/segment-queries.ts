import { type Db, rowsTable, sql } from '../../storage/database/database.ts'
import { type Board, type BoardSegments, boardKey } from './board.ts'
import { type CachedSegments, cacheBoard, cachedBoards } from './segment-cache.ts'

const NO_SEGMENTS: BoardSegments = { starts: [], membersThrough: [] }

/**
 * The segments of whole boards. Reads no members, and of cached boards only what changed: a large board has
 * thousands of segments, a batch changes a few.
 */
export async function readSegments(
  db: Db,
  partnerId: string,
  boards: readonly Board[],
): Promise<BoardSegments[]> {
  const found = await readBoards(db, partnerId, boards, cachedBoards(partnerId))
  const incomplete = boards.filter((_, index) => found[index] === undefined)
  const whole = await readBoards(db, partnerId, incomplete, undefined)
  return boards.map((_, index) => found[index] ?? whole.shift() ?? NO_SEGMENTS)
}

type SegmentsRow = Record<'nos' | 'negatedScores' | 'joinedNos' | 'members', string | null> & {
  version: bigint
  seq: bigint
  isWhole: boolean
}

/** Undefined for a board with a changed segment that the cache does not have. */
async function readBoards(
  db: Db,
  partnerId: string,
  boards: readonly Board[],
  cached: ReturnType<typeof cachedBoards>,
): Promise<(BoardSegments | undefined)[]> {
  if (boards.length === 0) return []
  const queries = boards.map(({ name, month }, index) => {
    const found = cached?.boards.get(boardKey({ name, month }))
    const known = isCounted(found) ? found : undefined
    return { name, month, index, known, version: known && cached?.version, seq: known?.counts.seq }
  })
  // A thousand numbers are read faster from four texts than from a thousand rows. Counts of a
  // later snapshot than this one are of no use.
  const rows = await db.many<SegmentsRow>(sql`
    select asked.segments_version as version, asked.last_seq as seq, not asked.is_usable as is_whole, s.*
    from (
      select asked.*, ledgers.segments_version, ledgers.last_seq,
        coalesce(asked.version = ledgers.segments_version and asked.seq <= ledgers.last_seq, false) as is_usable
      from ${rowsTable(
        'asked',
        queries,
        { name: 'text', month: 'date', index: 'integer', version: 'bigint', seq: 'bigint' },
        { single: 'values' },
      )}
      cross join ledgers
      where ledgers.partner_id = ${partnerId}
    ) asked
    cross join lateral (
      select array_agg(no)::text as nos, array_agg(negated_score)::text as negated_scores,
        array_agg(joined_no)::text as joined_nos, array_agg(members)::text as members
      from (
        select no, negated_score, joined_no, members
        from board_segments b
        where b.partner_id = ${partnerId} and b.board = asked.name and b.month = asked.month
          and b.seq > case when asked.is_usable then asked.seq else -1 end
        order by negated_score, joined_no
      ) ordered
    ) s
    order by asked.index`)
  return queries.map(({ known, ...board }, index) => {
    const row = rows[index]
    if (!row) return NO_SEGMENTS
    const segments = row.isWhole || !known ? wholeOf(row) : changedOf(known, row)
    if (segments !== known && segments && segments.starts.length > 0)
      cacheBoard(partnerId, row.version, board, segments)
    return segments && { starts: segments.starts, membersThrough: segments.counts.membersThrough }
  })
}

/** Writes cache the starts alone. */
type CountedSegments = CachedSegments & { counts: object }

const isCounted = (cached: CachedSegments | undefined): cached is CountedSegments => !!cached?.counts

function wholeOf({ nos, negatedScores, joinedNos, members, seq }: SegmentsRow): CountedSegments {
  const [scores, joined] = [elementsOf(negatedScores), elementsOf(joinedNos)]
  return {
    starts: elementsOf(nos).map((no, index) => ({
      no: Number(no),
      negatedScore: Number(scores[index]),
      joinedNo: Number(joined[index]),
    })),
    counts: countsAt(seq, elementsOf(members).map(Number)),
  }
}

/** Both are in rank order. */
function changedOf(known: CountedSegments, { nos, members, seq }: SegmentsRow): CountedSegments | undefined {
  if (nos === null) return known
  const counts = [...known.counts.members]
  const changed = elementsOf(members)
  let place = 0
  for (const [index, no] of elementsOf(nos).map(Number).entries()) {
    while (place < counts.length && known.starts[place]?.no !== no) place += 1
    if (place === counts.length) return undefined
    counts[place] = Number(changed[index])
  }
  return { starts: known.starts, counts: countsAt(seq, counts) }
}

function countsAt(seq: bigint, members: number[]): CountedSegments['counts'] {
  let sum = 0
  const membersThrough = members.map((count) => {
    sum += count
    return sum
  })
  return { seq, members, membersThrough }
}

/** The elements of an array of numbers that was read as text. */
export const elementsOf = (array: string | null): string[] =>
  array === null ? [] : array.slice(1, -1).split(',')
