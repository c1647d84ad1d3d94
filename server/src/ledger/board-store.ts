import { type Db, list, type Sql, sql, type Tx } from '../platform/database.ts'
import {
  ALL_TIME,
  type Board,
  boardKey,
  type Cut,
  FIRST_PLACE,
  FIRST_SEGMENT_NO,
  type Place,
  type PlacedUser,
  type Score,
  SEGMENT_MEMBERS,
  SEGMENT_MEMBERS_MAX,
  type Segment,
  type SegmentChange,
  seat,
  smallNeighbours,
} from './board.ts'
import type { Ledger } from './ledger.ts'

/** Where each partner's boards are cut, as this process last saw it. */
const cutsSeen = new Map<string, { version: bigint; cuts: Map<string, Cut[]> }>()
const PARTNERS_SEEN_MAX = 1000

/** Boards with a segment that has grown too large; known once the database has written the changes. */
export type Overgrown = { overgrown: Promise<Board[]> }

/** Finds the segment of each score and counts who came and went. The counts are on their way when this returns; the segments are for the caller to write. */
export async function seatScores(
  tx: Tx,
  ledger: Ledger,
  scores: Score[],
): Promise<Overgrown & { segments: (bigint | null)[] }> {
  const boards = boardsOf(scores)
  const { segments, changes } = seat(scores, await loadCuts(tx, ledger, boards))
  const overgrown =
    changes.length > 0
      ? overgrownOf(boards, changeSegments(tx, ledger.partnerId, changes))
      : Promise.resolve([])
  return { segments, overgrown }
}

/** The boards that somebody stands on. */
function boardsOf(scores: Score[]): Board[] {
  const boards = new Map<string, Board>()
  for (const score of scores) if (score.score !== null) boards.set(boardKey(score), score)
  return [...boards.values()]
}

/** A segment that is not there would lose members, so the division fails the transaction then. */
async function changeSegments(tx: Tx, partnerId: string, changes: SegmentChange[]): Promise<string[]> {
  const result = await tx.first<{ overgrown: string[] | null }>(sql`
    with updated as (
      update board_segments s
      set members = s.members + c.change
      from unnest(
        ${list(changes.map((change) => change.name))}::text[],
        ${list(changes.map((change) => change.month))}::date[],
        ${list(changes.map((change) => change.no))}::bigint[],
        ${list(changes.map((change) => change.change))}::integer[])
        as c (board, month, no, change)
      where s.partner_id = ${partnerId} and s.board = c.board and s.month = c.month and s.no = c.no
      returning s.board, s.month, s.members
    )
    select 1 / (count(*) = ${changes.length})::integer as complete,
      array_agg(distinct board || ' ' || month) filter (where members > ${SEGMENT_MEMBERS_MAX}) as overgrown
    from updated`)
  return result?.overgrown ?? []
}

async function overgrownOf(boards: Board[], keys: Promise<string[]>): Promise<Board[]> {
  // When the transaction fails, whoever runs it is told; nobody else waits for this.
  const overgrown = new Set(await keys.catch(() => []))
  return boards.filter((board) => overgrown.has(boardKey(board))).map(({ name, month }) => ({ name, month }))
}

/** The cuts of these boards. A board that has none yet gets its first segment, and is remembered only once that is committed. */
async function loadCuts(
  tx: Tx,
  { partnerId, cutsVersion }: Ledger,
  boards: Board[],
): Promise<Map<string, Cut[]>> {
  let seen = cutsSeen.get(partnerId)
  if (seen?.version !== cutsVersion) {
    seen = { version: cutsVersion, cuts: new Map() }
    cutsSeen.delete(partnerId)
    if (cutsSeen.size >= PARTNERS_SEEN_MAX) cutsSeen.delete(cutsSeen.keys().next().value as string)
    cutsSeen.set(partnerId, seen)
  }
  const cuts = new Map(seen.cuts)
  for (const board of boards) {
    if (cuts.has(boardKey(board))) continue
    const known: Cut[] = await loadSegments(tx, partnerId, board)
    if (known.length > 0) seen.cuts.set(boardKey(board), known)
    else insertSegments(tx, partnerId, board, [{ ...FIRST_PLACE, no: FIRST_SEGMENT_NO, members: 0 }])
    cuts.set(boardKey(board), known.length > 0 ? known : [{ ...FIRST_PLACE, no: FIRST_SEGMENT_NO }])
  }
  return cuts
}

async function loadSegments(db: Db, partnerId: string, board: Board): Promise<Segment[]> {
  return db.many<Segment>(sql`
    select no, negated_score as "negatedScore", joined_no as "joinedNo", members
    from board_segments
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
    order by negated_score, joined_no`)
}

function insertSegments(tx: Tx, partnerId: string, board: Board, segments: Segment[]): void {
  tx.send(sql`
    insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    select ${partnerId}, ${board.name}, ${board.month}::date, *
    from unnest(
      ${list(segments.map((segment) => segment.no))}::bigint[],
      ${list(segments.map((segment) => segment.negatedScore))}::bigint[],
      ${list(segments.map((segment) => segment.joinedNo))}::bigint[],
      ${list(segments.map((segment) => segment.members))}::integer[])`)
}

/** Cuts a board anew where its segments have become too large or too small. The ledger must be locked. */
export async function recutBoard(tx: Tx, partnerId: string, board: Board): Promise<void> {
  const segments = await loadSegments(tx, partnerId, board)
  let lastNo = segments.reduce((last, { no }) => (no > last ? no : last), 0n)
  for (const segment of segments.filter(({ members }) => members > SEGMENT_MEMBERS_MAX)) {
    lastNo = await split(tx, partnerId, board, segment, lastNo)
  }
  for (const { into, from, members } of smallNeighbours(segments)) {
    moveMembers(tx, partnerId, board, { from, into, start: FIRST_PLACE })
    tx.send(sql`
      delete from board_segments
      where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and no = any(${list(from)}::bigint[])`)
    setMembers(tx, partnerId, board, into, members)
  }
  tx.send(sql`
    update ledgers
    set cuts_version = cuts_version + 1
    where partner_id = ${partnerId}`)
}

/** Leaves the usual number of members in a segment and puts the others into new ones behind it; tells the last number given. */
async function split(
  tx: Tx,
  partnerId: string,
  board: Board,
  segment: Segment,
  lastNo: bigint,
): Promise<bigint> {
  const members = await listPlaces(tx, partnerId, board, [segment.no], { skip: 0, limit: segment.members })
  const pieces: Segment[] = []
  for (let from = SEGMENT_MEMBERS; from < members.length; from += SEGMENT_MEMBERS) {
    const { negatedScore, joinedNo } = members[from] as PlacedUser
    const size = Math.min(SEGMENT_MEMBERS, members.length - from)
    pieces.push({ no: lastNo + 1n + BigInt(pieces.length), negatedScore, joinedNo, members: size })
  }
  for (const piece of pieces.toReversed())
    moveMembers(tx, partnerId, board, { from: [segment.no], into: piece.no, start: piece })
  setMembers(tx, partnerId, board, segment.no, SEGMENT_MEMBERS)
  insertSegments(tx, partnerId, board, pieces)
  return lastNo + BigInt(pieces.length)
}

function setMembers(tx: Tx, partnerId: string, board: Board, no: bigint, members: number): void {
  tx.send(sql`
    update board_segments
    set members = ${members}
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and no = ${no}`)
}

type Move = { from: bigint[]; into: bigint; start: Place }

/** Writes another segment into the rows of the members of these segments that stand at a place or behind it. */
function moveMembers(tx: Tx, partnerId: string, board: Board, move: Move): void {
  tx.send(moveStatement(partnerId, board, move))
}

function moveStatement(partnerId: string, { name, month }: Board, { from, into, start }: Move): Sql {
  if (name === 'points') {
    return sql`
      update wallets
      set points_segment = ${into}
      where partner_id = ${partnerId} and points_segment is not null and points_segment = any(${list(from)}::bigint[])
        and (-points, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`
  }
  if (name === 'earner') {
    return sql`
      update monthly_scores
      set earned_segment = ${into}
      where partner_id = ${partnerId} and month = ${month}
        and earned_segment is not null and earned_segment = any(${list(from)}::bigint[])
        and (-earned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`
  }
  if (month === ALL_TIME) {
    return sql`
      update wallets
      set returned_segment = ${into}
      where partner_id = ${partnerId} and returned_segment is not null and returned_segment = any(${list(from)}::bigint[])
        and (-returned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`
  }
  return sql`
    update monthly_scores
    set returned_segment = ${into}
    where partner_id = ${partnerId} and month = ${month}
      and returned_segment is not null and returned_segment = any(${list(from)}::bigint[])
      and (-returned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`
}

/** Those who stand in these neighbouring segments of a board, in its order. */
export async function listPlaces(
  db: Db,
  partnerId: string,
  board: Board,
  segments: bigint[],
  { skip, limit }: { skip: number; limit: number },
): Promise<PlacedUser[]> {
  return db.many<PlacedUser>(sql`
    select user_id as "userId", negated_score as "negatedScore", joined_no as "joinedNo"
    from board_places
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and segment = any(${list(segments)}::bigint[])
    order by negated_score, joined_no
    limit ${limit}
    offset ${skip}`)
}
