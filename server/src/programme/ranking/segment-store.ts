import { type ByPartner, insertRows, mapRows, partnerRows } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import {
  ALL_TIME,
  type Board,
  type NumberedChange,
  type RankKey,
  SEGMENT_MEMBERS_MAX,
  type Segment,
  type SegmentOf,
} from './board.ts'

const NAMES: Record<Board['name'], Sql> = {
  points: sql`'points'`,
  earner: sql`'earner'`,
  spender: sql`'spender'`,
}

/** Names the board in the text, so that a plan has only those parts of `ranked_members` that can hold members of it. */
export const ofBoard = (partnerId: string, { name, month }: Board): Sql => sql`
  partner_id = ${partnerId} and board = ${NAMES[name]}
  and month = ${month === ALL_TIME ? sql`date '0001-01-01'` : month}`

/**
 * Divides by zero unless the condition holds, which fails the transaction: no result is awaited before the
 * commit.
 */
const failUnless = (condition: Sql): Sql => sql`1 / (${condition})::integer`

/**
 * Updates the member counts of segments, and returns the segments that are now oversized. Fails if a segment
 * is missing, since its members would be lost.
 */
export async function changeSegmentCounts(
  tx: Tx,
  changes: ByPartner<NumberedChange>,
): Promise<ByPartner<SegmentOf>> {
  const { table, partnerId } = partnerRows('given', changes, {
    name: 'text',
    month: 'date',
    no: 'bigint',
    change: 'integer',
    seq: 'bigint',
  })
  const count = [...changes.values()].reduce((sum, rows) => sum + rows.length, 0)
  const result = await tx.first<{
    oversized: { partnerId: string; name: Board['name']; month: string; no: string }[] | null
  }>(sql`
    with updated as (
      update board_segments s
      set members = s.members + given.change, seq = given.seq
      from ${table}
      where s.partner_id = ${partnerId} and s.board = given.name and s.month = given.month and s.no = given.no
      returning s.partner_id, s.board, s.month, s.no, s.members
    )
    select ${failUnless(sql`count(*) = ${count}`)} as is_complete,
      json_agg(json_build_object('partnerId', partner_id, 'name', board, 'month', month, 'no', no::text))
        filter (where members > ${SEGMENT_MEMBERS_MAX}) as oversized
    from updated`)
  const oversized = Map.groupBy(result?.oversized ?? [], (segment) => segment.partnerId)
  return mapRows(oversized, (rows) => rows.map(({ name, month, no }) => ({ name, month, no: BigInt(no) })))
}

export async function loadSegments(db: Db, partnerId: string, board: Board): Promise<Segment[]> {
  return db.many<Segment>(sql`
    select no, negated_score, joined_no, members
    from board_segments
    where ${ofBoard(partnerId, board)}
    order by negated_score, joined_no`)
}

export function insertSegments(tx: Tx, partnerId: string, board: Board, segments: Segment[]): void {
  tx.send(
    insertRows('board_segments', new Map([[partnerId, segments]]), {
      board: { type: 'text', of: () => board.name },
      month: { type: 'date', of: () => board.month },
      no: 'bigint',
      negated_score: 'bigint',
      joined_no: 'bigint',
      members: 'integer',
    }),
  )
}

export function deleteSegments(tx: Tx, partnerId: string, board: Board, nos: bigint[]): void {
  tx.send(sql`
    delete from board_segments
    where ${ofBoard(partnerId, board)} and no = any(${nos}::bigint[])`)
}

/** The members of a segment, and the highest segment number of its board. */
export async function findSegment(
  db: Db,
  partnerId: string,
  { no, ...board }: SegmentOf,
): Promise<{ members: number; lastNo: bigint }> {
  const found = await db.first<{ members: number; lastNo: bigint }>(sql`
    select coalesce(max(members) filter (where no = ${no}), 0) as members, coalesce(max(no), 0) as last_no
    from board_segments
    where ${ofBoard(partnerId, board)}`)
  return found ?? { members: 0, lastNo: 0n }
}

export async function sizeOfBoard(
  db: Db,
  partnerId: string,
  board: Board,
): Promise<{ segments: number; members: number }> {
  const size = await db.first<{ segments: number; members: number }>(sql`
    select count(*)::integer as segments, sum(members)::integer as members
    from board_segments
    where ${ofBoard(partnerId, board)}`)
  return size ?? { segments: 0, members: 0 }
}

export function setSegmentMembers(
  tx: Tx,
  partnerId: string,
  board: Board,
  { no, members }: { no: bigint; members: number },
): void {
  tx.send(sql`
    update board_segments
    set members = ${members}
    where ${ofBoard(partnerId, board)} and no = ${no}`)
}

export function bumpSegmentsVersion(tx: Tx, partnerId: string): void {
  tx.send(sql`
    update ledgers
    set segments_version = segments_version + 1
    where partner_id = ${partnerId}`)
}

/** Moves the members at or behind a rank key from these segments into another. */
export function moveMembers(
  tx: Tx,
  partnerId: string,
  board: Board,
  { from, into, start }: { from: bigint[]; into: bigint; start: RankKey },
): void {
  for (const { table, score, segment, condition } of columnsOf(board)) {
    tx.send(sql`
      update ${table}
      set ${segment} = ${into}
      where partner_id = ${partnerId} and ${condition} and ${segment} is not null
        and ${segment} = any(${from}::bigint[])
        and (-${score}, joined_no) >= (${start.negatedScore}::bigint, ${start.joinedNo}::bigint)`)
  }
}

/** The columns of a board's scores. A wallet has its last month, `monthly_scores` the earlier ones. */
function columnsOf({ name, month }: Board): { table: Sql; score: Sql; segment: Sql; condition: Sql }[] {
  const wallets = sql`wallets`
  if (name === 'points')
    return [{ table: wallets, score: sql`points`, segment: sql`points_segment`, condition: sql`true` }]
  if (name === 'spender' && month === ALL_TIME)
    return [{ table: wallets, score: sql`spent`, segment: sql`spent_segment`, condition: sql`true` }]
  const condition = sql`month = ${month}`
  const monthly = sql`monthly_scores`
  return name === 'earner'
    ? [
        { table: wallets, score: sql`month_earned`, segment: sql`month_earned_segment`, condition },
        { table: monthly, score: sql`earned`, segment: sql`earned_segment`, condition },
      ]
    : [
        { table: wallets, score: sql`month_spent`, segment: sql`month_spent_segment`, condition },
        { table: monthly, score: sql`spent`, segment: sql`spent_segment`, condition },
      ]
}

/** The rank key of the member at this place of a segment, from 0 in rank order; none if it has fewer. */
export async function findRankKeyAt(
  db: Db,
  partnerId: string,
  { no, ...board }: SegmentOf,
  place: number,
): Promise<RankKey[]> {
  return db.many<RankKey>(sql`
    select negated_score, joined_no
    from ranked_members
    where ${ofBoard(partnerId, board)} and segment = ${no}::bigint
    order by negated_score, joined_no
    limit 1
    offset ${place}`)
}
