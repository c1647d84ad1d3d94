import { Type } from 'typebox'
import type { Database, Db } from '../database/database.ts'
import type { App } from '../http/envelope.ts'
import { isUuid, Line, Timestamp } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { type Page, PageNumber, PageSize, pageLinkFields, pageLinks, pageOf } from '../http/paging.ts'
import { coinsAsNumber } from '../ledger/coin.ts'
import { MembershipData, membershipData } from '../members/membership-data.ts'
import { ALL_TIME, type Board } from '../ranking/board.ts'
import { findUnshownUsers } from '../users/user-store.ts'
import { boardAccess, positionUser } from './board-access.ts'
import { findPointsEntries, type PointsEntry } from './board-queries.ts'
import { countAheadOfUser, type Position, readBoard } from './read-board.ts'

const POINTS: Board = { name: 'points', month: ALL_TIME }
const AROUND_MAX = 50
/** A window around a user has no other pages. */
const ONLY_PAGE = { currentpage: 1, nextpage: null, prevpage: null, lastpage: 1 }

const PointsQuery = Type.Object({
  page: PageNumber(),
  take: PageSize(),
  partnerId: Type.Optional(Line(100, { description: "Whose board; the token's partner by default." })),
  userId: Type.Optional(Line(100, { description: 'The user whose position to return.' })),
  around: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: AROUND_MAX,
      must: `be a whole number from 1 to ${AROUND_MAX}`,
      description: 'Returns the user of userId with this many neighbours on each side, instead of a page.',
    }),
  ),
})

const PointsBoardData = Type.Object(
  {
    userPosition: Type.Object({ userId: Type.String(), amount: Type.Number(), position: Type.Integer() }),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        points: Type.Number(),
        createdAt: Timestamp(),
        updatedAt: Timestamp(),
        user: MembershipData,
      }),
    ),
    count: Type.Integer(),
    ...pageLinkFields,
  },
  {
    examples: [
      {
        userPosition: { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', amount: 20, position: 1 },
        data: [
          {
            id: '0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d',
            points: 20,
            createdAt: '2026-03-01T09:30:00.000Z',
            updatedAt: '2026-03-02T10:00:00.000Z',
            user: {
              id: '0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c',
              userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
              userData: { tag: 'ada', fullname: 'Ada Lovelace', avatar: null },
              createdAt: '2026-03-01T09:30:00.000Z',
              updatedAt: '2026-03-01T09:30:00.000Z',
            },
          },
        ],
        count: 1,
        currentpage: 1,
        nextpage: null,
        prevpage: null,
        lastpage: 1,
      },
    ],
  },
)

export function pointsBoardRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    '/laas/leaderboard/new',
    operation({
      id: 'pointsLeaderboard',
      tag: 'Leaderboards',
      summary: 'Points leaderboard',
      description:
        'Coins ever earned from awards, less reversals. Every member is listed, starting with 0. Higher points come first; equal points share a position (1, 2, 2, 4) and are listed by who joined first. Needs no token if the partner has published its boards; then userData shows only the tag, and is null for users who are not adults or who hid their tag.',
      query: PointsQuery,
      message: 'Leaderboard returned',
      data: PointsBoardData,
      failures: ['unauthorized', 'forbidden'],
      open: true,
    }),
    async (request, reply) => {
      const { query } = request
      const { partnerId, isPublic } = await boardAccess(database, request, reply, query.partnerId)
      const shown = positionUser(request, query.userId)
      const userId = shown && isUuid(shown) ? shown.toLowerCase() : null
      const { view, page, entries, unshown } = await database.snapshot(async (db) => {
        const page = query.around
          ? await pageAround(db, partnerId, userId, query.around)
          : pageOf(query.page, query.take)
        const view = await readBoard(db, partnerId, POINTS, { offset: page.offset, limit: page.size }, userId)
        const userIds = view.entries.map((entry) => entry.userId)
        const found = await findPointsEntries(db, partnerId, userIds)
        const unshown = isPublic ? await findUnshownUsers(db, userIds) : new Set<string>()
        return { view, page, entries: userIds.map((id) => found.get(id) as PointsEntry), unshown }
      })
      return {
        userPosition: userPosition(view.position, userId ?? shown),
        data: entries.map((entry) => entryData(entry, isPublic, unshown)),
        count: view.count,
        ...(query.around ? ONLY_PAGE : pageLinks(page, view.count)),
      }
    },
  )
}

/** A window with the user in the middle, cut at the top of the board; empty when the user is not on it. */
async function pageAround(
  db: Db,
  partnerId: string,
  userId: string | null,
  neighbours: number,
): Promise<Page> {
  const before = userId === null ? undefined : await countAheadOfUser(db, partnerId, userId)
  if (before === undefined) return { number: 1, size: 0, offset: 0 }
  const offset = Math.max(0, before - neighbours)
  return { number: 1, size: before + neighbours + 1 - offset, offset }
}

function userPosition(found: Position | null, userId: string | undefined) {
  if (!found) return { userId: userId ?? '', amount: 0, position: 0 }
  return { userId: userId ?? '', amount: coinsAsNumber(found.amount), position: found.position }
}

function entryData(entry: PointsEntry, isPublic: boolean, unshown: Set<string>) {
  const user = membershipData(entry.member)
  const publicData = unshown.has(user.userId)
    ? null
    : { tag: user.userData.tag, fullname: null, avatar: null }
  return {
    id: entry.id,
    points: coinsAsNumber(entry.points),
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
    user: isPublic ? { ...user, userData: publicData } : user,
  }
}
