import { LRUCache } from 'lru-cache'
import { type Db, rowsTable, sql } from '../../storage/database/database.ts'
import { type Board, boardKey } from '../ranking/board.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import type { BoardSegments } from './board-segments.ts'

/** The segments of a board after an event. They have the same boundaries while the ledger's version is the same. */
type Copy = { version: bigint; seq: bigint; segments: BoardSegments; counts: number[] }

/** Read again only as far as they changed. A large board has thousands of segments, a batch changes a few. */
const copies = new LRUCache<string, Copy>({
  maxSize: 200_000,
  sizeCalculation: ({ counts }) => counts.length + 1,
})

const copyKey = (partnerId: string, board: Board) => `${partnerId} ${boardKey(board)}`

/** The segments of whole boards. Reads no members. */
export const SEGMENTS: Loader<Board, BoardSegments> = {
  idOf: boardKey,
  async load(db, partnerId, boards) {
    const found = await readBoards(db, partnerId, boards, (board) => copies.get(copyKey(partnerId, board)))
    const incomplete = boards.filter((_, index) => found[index] === undefined)
    const whole = await readBoards(db, partnerId, incomplete, () => undefined)
    return boards.map((_, index) => found[index] ?? whole.shift() ?? NO_SEGMENTS)
  },
}

const NO_SEGMENTS: BoardSegments = { nos: [], negatedScores: [], joinedNos: [], upTo: [] }

type SegmentsRow = Record<'nos' | 'negatedScores' | 'joinedNos' | 'members', string | null> & {
  version: bigint
  seq: bigint
  isWhole: boolean
}

/** Undefined for a board with a changed segment that its copy does not have. */
async function readBoards(
  db: Db,
  partnerId: string,
  boards: readonly Board[],
  copyOf: (board: Board) => Copy | undefined,
): Promise<(BoardSegments | undefined)[]> {
  if (boards.length === 0) return []
  const asked = boards.map(({ name, month }, index) => ({
    name,
    month,
    index,
    copy: copyOf({ name, month }),
  }))
  // As text, because a thousand numbers are read faster from four texts than from a thousand rows. A copy of a
  // later snapshot than this one is of no use.
  const rows = await db.many<SegmentsRow>(sql`
    select asked.segments_version as version, asked.last_seq as seq, not asked.is_usable as is_whole, s.*
    from (
      select asked.*, ledgers.segments_version, ledgers.last_seq,
        coalesce(asked.version = ledgers.segments_version and asked.seq <= ledgers.last_seq, false) as is_usable
      from ${rowsTable(
        'asked',
        asked,
        {
          name: 'text',
          month: 'date',
          index: 'integer',
          version: { type: 'bigint', of: ({ copy }) => copy?.version },
          seq: { type: 'bigint', of: ({ copy }) => copy?.seq },
        },
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
  return asked.map(({ copy, ...board }, index) => {
    const row = rows[index]
    if (!row) return NO_SEGMENTS
    const { version, seq, isWhole } = row
    const read = isWhole || !copy ? wholeOf(row) : changedOf(copy, row)
    if (read && read.counts.length > 0) copies.set(copyKey(partnerId, board), { ...read, version, seq })
    return read?.segments
  })
}

function wholeOf({ nos, negatedScores, joinedNos, members }: SegmentsRow): Pick<Copy, 'segments' | 'counts'> {
  const counts = elementsOf(members).map(Number)
  return {
    segments: {
      nos: elementsOf(nos),
      negatedScores: elementsOf(negatedScores).map(Number),
      joinedNos: elementsOf(joinedNos).map(Number),
      upTo: sumsOf(counts),
    },
    counts,
  }
}

function changedOf(copy: Copy, { nos, members }: SegmentsRow): Pick<Copy, 'segments' | 'counts'> | undefined {
  if (nos === null) return copy
  const counts = [...copy.counts]
  const changed = elementsOf(members)
  for (const [index, no] of elementsOf(nos).entries()) {
    const place = copy.segments.nos.indexOf(no)
    if (place === -1) return undefined
    counts[place] = Number(changed[index])
  }
  return { segments: { ...copy.segments, upTo: sumsOf(counts) }, counts }
}

function sumsOf(counts: number[]): number[] {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

/** The elements of an array of numbers that was read as text. */
export const elementsOf = (array: string | null): string[] =>
  array === null ? [] : array.slice(1, -1).split(',')
