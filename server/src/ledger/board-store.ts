import { type Db, list, type Sql, sql, type Tx } from '../platform/database.ts'
import {
  ALL_TIME,
  type Board,
  boardKey,
  changesOf,
  FIRST_PLACE,
  mergeSmall,
  type Place,
  type PlacedUser,
  type ScoreMove,
  SEGMENT_MEMBERS,
  SEGMENT_MEMBERS_MAX,
  type Segment,
  type SegmentChange,
} from './board.ts'
import type { Ledger } from './ledger.ts'

/** Where each partner's boards are cut, as this process last saw it. */
const cutsSeen = new Map<string, { version: bigint; cuts: Map<string, Place[]> }>()
const PARTNERS_SEEN_MAX = 1000

/** Boards with a segment that has grown too large; known once the database has written the changes. */
export type Overgrown = { overgrown: Promise<Board[]> }

/** Carries score changes over to the boards. The write is on its way when this returns. */
export async function moveScores(tx: Tx, ledger: Ledger, moves: ScoreMove[]): Promise<Overgrown> {
  const changed = moves.filter(({ before, after }) => before !== after)
  const boards = [...new Map(changed.map((move) => [boardKey(move), move])).values()]
  const changes = changesOf(changed, await loadCuts(tx, ledger, boards))
  if (changes.length === 0) return { overgrown: Promise.resolve([]) }
  return { overgrown: overgrownOf(boards, changeSegments(tx, ledger.partnerId, changes)) }
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
        ${list(changes.map((change) => change.negatedScore))}::bigint[],
        ${list(changes.map((change) => change.joinedNo))}::bigint[],
        ${list(changes.map((change) => change.change))}::integer[])
        as c (board, month, negated_score, joined_no, change)
      where s.partner_id = ${partnerId} and s.board = c.board and s.month = c.month
        and s.negated_score = c.negated_score and s.joined_no = c.joined_no
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
): Promise<Map<string, Place[]>> {
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
    const starts: Place[] = await loadSegments(tx, partnerId, board)
    if (starts.length > 0) seen.cuts.set(boardKey(board), starts)
    else openBoard(tx, partnerId, board)
    cuts.set(boardKey(board), starts.length > 0 ? starts : [{ ...FIRST_PLACE }])
  }
  return cuts
}

function openBoard(tx: Tx, partnerId: string, board: Board): void {
  tx.send(sql`
    insert into board_segments (partner_id, board, month, negated_score, joined_no, members)
    values (${partnerId}, ${board.name}, ${board.month}, ${FIRST_PLACE.negatedScore}, ${FIRST_PLACE.joinedNo}, 0)`)
}

async function loadSegments(db: Db, partnerId: string, board: Board): Promise<Segment[]> {
  return db.many<Segment>(sql`
    select negated_score as "negatedScore", joined_no as "joinedNo", members
    from board_segments
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}
    order by negated_score, joined_no`)
}

/** Cuts a board anew where its segments have become too large or too small. The ledger must be locked. */
export async function recutBoard(tx: Tx, partnerId: string, board: Board): Promise<void> {
  const before = await loadSegments(tx, partnerId, board)
  const after: Segment[] = []
  for (const segment of mergeSmall(before)) {
    after.push(
      ...(segment.members > SEGMENT_MEMBERS_MAX ? await cut(tx, partnerId, board, segment) : [segment]),
    )
  }
  tx.send(sql`
    update ledgers
    set cuts_version = cuts_version + 1
    where partner_id = ${partnerId}`)
  tx.send(sql`
    delete from board_segments
    where partner_id = ${partnerId} and board = ${board.name} and month = ${board.month}`)
  tx.send(sql`
    insert into board_segments (partner_id, board, month, negated_score, joined_no, members)
    select ${partnerId}, ${board.name}, ${board.month}::date, *
    from unnest(
      ${list(after.map((segment) => segment.negatedScore))}::bigint[],
      ${list(after.map((segment) => segment.joinedNo))}::bigint[],
      ${list(after.map((segment) => segment.members))}::integer[])`)
}

/** The same members in segments of the usual size. */
async function cut(db: Db, partnerId: string, board: Board, segment: Segment): Promise<Segment[]> {
  const places = await listPlaces(db, partnerId, board, segment, { skip: 0, limit: segment.members })
  const pieces: Segment[] = []
  for (let from = 0; from < segment.members; from += SEGMENT_MEMBERS) {
    const start = from === 0 ? segment : (places[from] as Place)
    const members = Math.min(SEGMENT_MEMBERS, segment.members - from)
    pieces.push({ negatedScore: start.negatedScore, joinedNo: start.joinedNo, members })
  }
  return pieces
}

/** Those who stand on a board from a place on, in order. */
export async function listPlaces(
  db: Db,
  partnerId: string,
  board: Board,
  start: Place,
  { skip, limit }: { skip: number; limit: number },
): Promise<PlacedUser[]> {
  return db.many<PlacedUser>(placesStatement(partnerId, board, start, { skip, limit }))
}

/** Each board has a statement of its own: through the view of all boards, the database would sort everyone from the place on. */
function placesStatement(
  partnerId: string,
  { name, month }: Board,
  { negatedScore, joinedNo }: Place,
  { skip, limit }: { skip: number; limit: number },
): Sql {
  if (name === 'points') {
    return sql`
      select user_id as "userId", -points as "negatedScore", joined_no as "joinedNo"
      from wallets
      where partner_id = ${partnerId} and on_boards and (-points, joined_no) >= (${negatedScore}::bigint, ${joinedNo}::bigint)
      order by -points, joined_no
      limit ${limit}
      offset ${skip}`
  }
  if (name === 'earner') {
    return sql`
      select user_id as "userId", -earned as "negatedScore", joined_no as "joinedNo"
      from monthly_scores
      where partner_id = ${partnerId} and month = ${month} and on_boards and has_earned
        and (-earned, joined_no) >= (${negatedScore}::bigint, ${joinedNo}::bigint)
      order by -earned, joined_no
      limit ${limit}
      offset ${skip}`
  }
  if (month === ALL_TIME) {
    return sql`
      select user_id as "userId", -returned as "negatedScore", joined_no as "joinedNo"
      from wallets
      where partner_id = ${partnerId} and on_boards and has_returned
        and (-returned, joined_no) >= (${negatedScore}::bigint, ${joinedNo}::bigint)
      order by -returned, joined_no
      limit ${limit}
      offset ${skip}`
  }
  return sql`
    select user_id as "userId", -returned as "negatedScore", joined_no as "joinedNo"
    from monthly_scores
    where partner_id = ${partnerId} and month = ${month} and on_boards and has_returned
      and (-returned, joined_no) >= (${negatedScore}::bigint, ${joinedNo}::bigint)
    order by -returned, joined_no
    limit ${limit}
    offset ${skip}`
}
