import { type Db, rowsTable, type Sql, sql } from '../../storage/database/database.ts'
import type { Membership } from '../members/membership.ts'
import {
  ALL_TIME,
  type Board,
  type BoardSegments,
  boardKey,
  type RankedUser,
  type RankKey,
  type RankRange,
} from '../ranking/board.ts'
import { elementsOf, readSegments } from '../ranking/segment-queries.ts'
import { ofBoard } from '../ranking/segment-store.ts'
import { type Loader, readEach } from '../read-batches/read-batch.ts'

/** A member on a board, with what an entry shows. */
export type RankedMember = RankedUser &
  Pick<Membership, 'id' | 'tag' | 'fullname' | 'avatar' | 'createdAt' | 'updatedAt'> & {
    /** Public boards do not show the tag. */
    isHidden: boolean
    walletId: string
    walletCreatedAt: Date
    walletUpdatedAt: Date
  }

export const SEGMENTS: Loader<Board, BoardSegments> = { idOf: boardKey, load: readSegments }

type UserOnBoard = {
  board: Board
  userId: string
  /** Leaves out users who never earned. */
  isEarner: boolean
}

/** The rank keys of users; undefined for one who is not on the board. */
export const RANK_KEY: Loader<UserOnBoard, RankKey | undefined> = {
  idOf: ({ board, userId, isEarner }) => `${boardKey(board)} ${userId} ${isEarner}`,
  async load(db, partnerId, wanted) {
    const found: (RankKey | undefined)[] = wanted.map(() => undefined)
    const byBoard = Map.groupBy(
      wanted.map((user, index) => ({ ...user, index })),
      ({ board, isEarner }) => `${boardKey(board)} ${isEarner}`,
    )
    const findOnBoard = async (asked: (UserOnBoard & { index: number })[]) => {
      const { board, isEarner } = asked[0] as UserOnBoard
      // The limit keeps a plan from reading all members to find a few.
      const rows = await db.many<RankKey & { index: number }>(sql`
        select asked.index, -own.score as negated_score, own.joined_no
        from ${rowsTable('asked', asked, { index: 'integer', user_id: 'uuid' }, { single: 'values' })}
        cross join lateral (
          select w.joined_no, ${scoreOn(partnerId, board)} as score
          from wallets w
          where w.partner_id = ${partnerId} and w.user_id = asked.user_id
            ${isEarner ? sql`and (w.has_earned or w.points > 0)` : sql``}
          limit 1
        ) own
        where own.score is not null`)
      for (const { index, negatedScore, joinedNo } of rows) found[index] = { negatedScore, joinedNo }
    }
    await Promise.all([...byBoard.values()].map(findOnBoard))
    return found
  },
}

/** The score of a wallet `w` of a user `asked`; null when the user is not on the board. */
const scoreOn = (partnerId: string, board: Board): Sql =>
  sql`case when w.on_boards then ${scoreOf(partnerId, board)} end`

/** The same for a member or a former one. */
export function scoreOf(partnerId: string, { name, month }: Board): Sql {
  if (name === 'points') return sql`w.points`
  if (month === ALL_TIME) return sql`case when w.has_spent then w.spent end`
  const [latest, earlier] =
    name === 'earner' ? [sql`w.month_earned`, sql`s.earned`] : [sql`w.month_spent`, sql`s.spent`]
  return sql`
    case
      when w.month = ${month} then ${latest}
      else (
        select ${earlier}
        from monthly_scores s
        where s.partner_id = ${partnerId} and s.user_id = asked.user_id and s.month = ${month}
      )
    end`
}

type SegmentAsked = { board: Board; segment: number }

/** The negated scores of the members of a segment, in no order. */
export const SEGMENT_SCORES = readEach(async (db, partnerId, { board, segment }: SegmentAsked) => {
  // One text is read faster than a row for each score.
  const row = await db.first<{ scores: string | null }>(sql`
    select array_agg(negated_score)::text as scores
    from ranked_members
    where ${ofBoard(partnerId, board)} and segment = ${segment}::bigint`)
  return elementsOf(row?.scores ?? null).map(Number)
})

/** Adds what an entry shows of each member. */
const withDetails = (partnerId: string, ranked: Sql): Sql => sql`
  select r.user_id, r.negated_score, r.joined_no, m.id, m.tag, m.fullname, m.avatar, m.is_hidden,
    m.created_at, m.updated_at, w.id as wallet_id, w.created_at as wallet_created_at,
    w.updated_at as wallet_updated_at
  from (${ranked}) r
  join wallets w on w.partner_id = ${partnerId} and w.user_id = r.user_id
  join memberships m on m.partner_id = ${partnerId} and m.user_id = r.user_id
  order by r.negated_score, r.joined_no`

const inSegments = (partnerId: string, board: Board, segmentNos: number[]): Sql => sql`
  select user_id, negated_score, joined_no
  from ranked_members
  where ${ofBoard(partnerId, board)} and segment = any(${segmentNos}::bigint[])`

type WindowAsked = RankRange & {
  board: Board
  /** Leaves out members with a score of 0. */
  isAboveZero?: boolean
}

/** The members of a window in rank order. */
export const WINDOW = readEach(async (db, partnerId, window: WindowAsked): Promise<RankedMember[]> => {
  const { board, segmentNos, skip, limit, isAboveZero } = window
  if (segmentNos.length === 0) return []
  const ranked = sql`
    ${inSegments(partnerId, board, segmentNos)} ${isAboveZero ? sql`and negated_score < 0` : sql``}
    order by negated_score, joined_no
    limit ${limit}
    offset ${skip}`
  return db.many<RankedMember>(withDetails(partnerId, ranked))
})

type Surroundings = { board: Board; segmentNos: number[]; rankKey: RankKey; neighbours: number }

/** A member and the neighbours on each side, in rank order. */
export const AROUND = readEach(
  (db, partnerId, { board, segmentNos, rankKey, neighbours }: Surroundings) => {
    const members = inSegments(partnerId, board, segmentNos)
    const own = sql`(${rankKey.negatedScore}::bigint, ${rankKey.joinedNo}::bigint)`
    const ranked = sql`
      (
        ${members} and (negated_score, joined_no) < ${own}
        order by negated_score desc, joined_no desc
        limit ${neighbours}
      )
      union all
      (
        ${members} and (negated_score, joined_no) >= ${own}
        order by negated_score, joined_no
        limit ${neighbours + 1}
      )`
    return db.many<RankedMember>(withDetails(partnerId, ranked))
  },
  ({ board, rankKey: { negatedScore, joinedNo }, neighbours }) =>
    `${boardKey(board)} ${negatedScore} ${joinedNo} ${neighbours}`,
)

/** How many members have points: all ahead of a segment, and those in it. */
type WithPoints = { board: Board; segment: number | undefined; countAhead: number }

const withPoints = (partnerId: string, { board, segment = 0, countAhead }: WithPoints): Sql => sql`
  select ${countAhead}::bigint + count(*) as members
  from ranked_members
  where ${ofBoard(partnerId, board)} and segment = ${segment}::bigint and negated_score < 0`

/** Users who ever earned: those with points, and those whose awards were all reversed. */
export const COUNT_EARNERS = readEach(async (db, partnerId, points: WithPoints) => {
  const row = await db.first<{ members: bigint }>(sql`
    select with_points.members + (
      select count(*)
      from wallets
      where partner_id = ${partnerId} and earned_nothing
    ) as members
    from (${withPoints(partnerId, points)}) with_points`)
  return Number(row?.members)
})

type RestAsked = WithPoints & { offset: number; limit: number }

/** Users whose awards were all reversed, in a window of the earners of all time. They come last, with 0. */
export const EARNED_NOTHING = readEach(listEarnedNothing)

async function listEarnedNothing(
  db: Db,
  partnerId: string,
  { offset, limit, ...asked }: RestAsked,
): Promise<RankedMember[]> {
  const ranked = sql`
    with with_points as materialized (${withPoints(partnerId, asked)})
    select user_id, 0::bigint as negated_score, joined_no
    from wallets
    where partner_id = ${partnerId} and earned_nothing
    order by joined_no
    limit (
      select ${limit}::bigint - greatest(0, least(${limit}::bigint, members - ${offset}::bigint))
      from with_points
    )
    offset (
      select greatest(0, ${offset}::bigint - members)
      from with_points
    )`
  return db.many<RankedMember>(withDetails(partnerId, ranked))
}
