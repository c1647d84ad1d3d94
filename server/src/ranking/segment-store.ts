import { type Db, list, type Sql, sql, type Tx } from '../database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import {
  ALL_TIME,
  type Board,
  boardKey,
  type Cut,
  FIRST_PLACE,
  FIRST_SEGMENT_NO,
  isCutTooFine,
  type Place,
  type PlacedUser,
  type Score,
  SEGMENT_MEMBERS,
  SEGMENT_MEMBERS_MAX,
  type Segment,
  type SegmentChange,
  type SegmentOf,
  seat,
  smallNeighbours,
} from './board.ts'

/** Where each partner's boards are cut, as this process last saw it. */
const cutsSeen = new Map<string, { version: bigint; cuts: Map<string, Cut[]> }>()
const PARTNERS_SEEN_MAX = 1000

/** Each writes the rows of up to a segment's members while the ledger is locked; what is left is for the next time. */
const JOINED_AT_ONCE = 8

/** Segments that have grown too large; known once the database has written the changes. */
export type Overgrown = { overgrown: Promise<SegmentOf[]> }

/** Finds the segment of each score and counts who came and went. The counts are on their way when this returns; the segments are for the caller to write. */
export async function seatScores(
  tx: Tx,
  ledger: Ledger,
  scores: Score[],
): Promise<Overgrown & { segments: (bigint | null)[] }> {
  const boards = boardsOf(scores)
  const { segments, changes } = seat(scores, await loadCuts(tx, ledger, boards))
  const overgrown = changes.length > 0 ? changeSegments(tx, ledger.partnerId, changes) : Promise.resolve([])
  // When the transaction fails, whoever runs it is told; nobody else waits for this.
  return { segments, overgrown: overgrown.catch(() => []) }
}

/** The boards that somebody stands on. */
function boardsOf(scores: Score[]): Board[] {
  const boards = new Map<string, Board>()
  for (const score of scores) if (score.score !== null) boards.set(boardKey(score), score)
  return [...boards.values()]
}

/** A segment that is not there would lose members, so the division fails the transaction then. */
async function changeSegments(tx: Tx, partnerId: string, changes: SegmentChange[]): Promise<SegmentOf[]> {
  const result = await tx.first<{
    overgrown: { name: Board['name']; month: string; no: string }[] | null
  }>(sql`
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
      returning s.board, s.month, s.no, s.members
    )
    select 1 / (count(*) = ${changes.length})::integer as complete,
      json_agg(json_build_object('name', board, 'month', month, 'no', no::text)) filter (where members > ${SEGMENT_MEMBERS_MAX}) as overgrown
    from updated`)
  return (result?.overgrown ?? []).map(({ no, ...board }) => ({ ...board, no: BigInt(no) }))
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

/** Cuts segments that have grown too large, and answers what this process must know of it once it is committed. The ledger must be locked. */
export async function cutSegments(
  tx: Tx,
  { partnerId, cutsVersion }: Ledger,
  overgrown: SegmentOf[],
): Promise<() => void> {
  const pieces: (SegmentOf & { cuts: Cut[] })[] = []
  let isWhole = true
  for (const segment of overgrown) {
    const cuts = await split(tx, partnerId, segment)
    pieces.push({ ...segment, cuts })
    if (isCutTooFine(await sizeOf(tx, partnerId, segment))) {
      await joinSmall(tx, partnerId, segment)
      isWhole = false
    }
  }
  tx.send(sql`
    update ledgers
    set cuts_version = cuts_version + 1
    where partner_id = ${partnerId}`)
  return () => {
    if (isWhole) rememberCuts(partnerId, cutsVersion, pieces)
  }
}

/** Brings what this process knows up to the next version, instead of reading all of it again. */
function rememberCuts(partnerId: string, version: bigint, pieces: (SegmentOf & { cuts: Cut[] })[]): void {
  const seen = cutsSeen.get(partnerId)
  if (seen?.version !== version) return
  for (const { cuts, no, ...board } of pieces) {
    const known = seen.cuts.get(boardKey(board))
    const index = known?.findIndex((cut) => cut.no === no) ?? -1
    if (known && index >= 0) seen.cuts.set(boardKey(board), known.toSpliced(index + 1, 0, ...cuts))
    else seen.cuts.delete(boardKey(board))
  }
  seen.version = version + 1n
}

/** Cuts a segment into even pieces of about the usual size; the first of them keeps its number, and all others move behind it. */
async function split(tx: Tx, partnerId: string, { no, ...board }: SegmentOf): Promise<Cut[]> {
  const { members, lastNo } = await findSegment(tx, partnerId, { no, ...board })
  const count = Math.max(1, Math.round(members / SEGMENT_MEMBERS))
  const size = Math.ceil(members / count)
  const starts = await Promise.all(
    Array.from({ length: count - 1 }, (_, index) =>
      listPlaces(tx, partnerId, board, [no], { skip: (index + 1) * size, limit: 1 }),
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
  setMembers(tx, partnerId, board, no, size)
  insertSegments(tx, partnerId, board, pieces)
  return pieces.map(({ members: _, ...cut }) => cut)
}

/** How many stand in a segment, and the last number that a segment of its board has. */
async function findSegment(
  db: Db,
  partnerId: string,
  { name, month, no }: SegmentOf,
): Promise<{ members: number; lastNo: bigint }> {
  const found = await db.first<{ members: number; lastNo: bigint }>(sql`
    select coalesce(max(members) filter (where no = ${no}), 0) as members, coalesce(max(no), 0) as "lastNo"
    from board_segments
    where partner_id = ${partnerId} and board = ${name} and month = ${month}`)
  return found ?? { members: 0, lastNo: 0n }
}

async function sizeOf(
  db: Db,
  partnerId: string,
  board: Board,
): Promise<{ segments: number; members: number }> {
  const size = await db.first<{ segments: number; members: number }>(sql`
    select count(*)::integer as segments, sum(members)::integer as members
    from board_segments
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}`)
  return size ?? { segments: 0, members: 0 }
}

async function joinSmall(tx: Tx, partnerId: string, board: Board): Promise<void> {
  const segments = await loadSegments(tx, partnerId, board)
  for (const { into, from, members } of smallNeighbours(segments).slice(0, JOINED_AT_ONCE)) {
    moveMembers(tx, partnerId, board, { from, into, start: FIRST_PLACE })
    tx.send(sql`
      delete from board_segments
      where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and no = any(${list(from)}::bigint[])`)
    setMembers(tx, partnerId, board, into, members)
  }
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
  for (const statement of moveStatements(partnerId, board, move)) tx.send(statement)
}

/** A month's scores stand in the wallets of those whose last month it is, and with the earlier months of the others. */
function moveStatements(partnerId: string, { name, month }: Board, { from, into, start }: Move): Sql[] {
  if (name === 'points') {
    return [
      sql`
        update wallets
        set points_segment = ${into}
        where partner_id = ${partnerId} and points_segment is not null and points_segment = any(${list(from)}::bigint[])
          and (-points, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
    ]
  }
  if (name === 'earner') {
    return [
      sql`
        update wallets
        set month_earned_segment = ${into}
        where partner_id = ${partnerId} and month = ${month}
          and month_earned_segment is not null and month_earned_segment = any(${list(from)}::bigint[])
          and (-month_earned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
      sql`
        update monthly_scores
        set earned_segment = ${into}
        where partner_id = ${partnerId} and month = ${month}
          and earned_segment is not null and earned_segment = any(${list(from)}::bigint[])
          and (-earned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
    ]
  }
  if (month === ALL_TIME) {
    return [
      sql`
        update wallets
        set returned_segment = ${into}
        where partner_id = ${partnerId} and returned_segment is not null and returned_segment = any(${list(from)}::bigint[])
          and (-returned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
    ]
  }
  return [
    sql`
      update wallets
      set month_returned_segment = ${into}
      where partner_id = ${partnerId} and month = ${month}
        and month_returned_segment is not null and month_returned_segment = any(${list(from)}::bigint[])
        and (-month_returned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
    sql`
      update monthly_scores
      set returned_segment = ${into}
      where partner_id = ${partnerId} and month = ${month}
        and returned_segment is not null and returned_segment = any(${list(from)}::bigint[])
        and (-returned, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`,
  ]
}

/** Those who stand in these neighbouring segments of a board, in its order. */
export async function listPlaces(
  db: Db,
  partnerId: string,
  board: Board,
  segments: bigint[],
  { skip, limit }: { skip: number; limit: number | null },
): Promise<PlacedUser[]> {
  return db.many<PlacedUser>(sql`
    select user_id as "userId", negated_score as "negatedScore", joined_no as "joinedNo"
    from board_places
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month} and segment = any(${list(segments)}::bigint[])
    order by negated_score, joined_no
    limit ${limit}
    offset ${skip}`)
}
