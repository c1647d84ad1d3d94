import { Type } from 'typebox'
import { isUuid, Line, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import {
  PageNumber,
  PageSize,
  PageSizeAlias,
  pageLinkFields,
  pageLinks,
  pageOf,
} from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { JsonText } from '../../http/responses/json-text.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { coinsAsNumber } from '../ledger/coin.ts'
import { MEMBERSHIP_EXAMPLE, MembershipData, membershipData } from '../members/membership-data.ts'
import { type ReadServices, sendRead } from '../read-batches/send-read.ts'
import { boardAccess, boardPartner, isOwner, positionUser } from './board-access.ts'
import type { RankedMember } from './board-queries.ts'
import { PreviousPositionField, PreviousQuery } from './previous-field.ts'
import { dayOf, loadPrevious, type PreviousPosition } from './previous-positions.ts'
import { keepPointsPage, listAround, openBoard, POINTS, type Position, pointsPageFrom } from './read-board.ts'

const AROUND_MAX = 50
/** A window around a user has no other pages. */
const ONLY_PAGE = { currentpage: 1, nextpage: null, prevpage: null, lastpage: 1 }

const PointsQuery = Type.Object({
  page: PageNumber(),
  take: PageSize(),
  limit: PageSizeAlias('take'),
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
  previous: PreviousQuery(),
})

const PointsBoardData = Type.Object(
  {
    userPosition: Type.Object(
      { userId: Type.String(), amount: Type.Number(), position: Type.Integer() },
      { schemaName: 'PointsBoardPosition' },
    ),
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          points: Type.Number(),
          createdAt: Timestamp(),
          updatedAt: Timestamp(),
          user: MembershipData,
          previousPosition: Type.Optional(PreviousPositionField()),
        },
        { schemaName: 'PointsBoardEntry' },
      ),
    ),
    count: Type.Integer(),
    ...pageLinkFields,
  },
  {
    schemaName: 'PointsBoardPage',
    examples: [
      {
        userPosition: { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', amount: 20, position: 1 },
        data: [
          {
            id: '0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d',
            points: 20,
            createdAt: '2026-03-01T09:30:00.000Z',
            updatedAt: '2026-03-02T10:00:00.000Z',
            user: MEMBERSHIP_EXAMPLE,
          },
        ],
        count: 1,
        ...ONLY_PAGE,
      },
    ],
  },
)

type Services = ReadServices & { config: Pick<Config, 'publicBoardSeconds'> }

export function pointsBoardRoutes(app: App, services: Services): void {
  const { publicBoardSeconds: publicSeconds } = services.config
  app.get(
    '/laas/leaderboard/new',
    operation({
      id: 'pointsLeaderboard',
      tag: 'Leaderboards',
      summary: 'Points leaderboard',
      description:
        'Coins ever earned from awards, less reversals. Every member is listed, starting with 0. Higher points come first; equal points share a position (1, 2, 2, 4) and are listed by who joined first. Needs no token if the partner has published its boards; then userData shows only the tag, and is null for users who are not adults or who hid their tag.',
      query: PointsQuery,
      ignoresUnknown: 'query',
      message: 'Leaderboard returned',
      data: PointsBoardData,
      failures: ['unauthorized', 'forbidden'],
      open: true,
      hasEtag: true,
    }),
    async (request, reply) => {
      const { query } = request
      const partnerId = boardPartner(request, query.partnerId)
      const subject = positionUser(request, query.userId)
      const userId = subject && isUuid(subject) ? subject.toLowerCase() : null
      const page = pageOf(query.page, query.limit ?? query.take)
      const { around, previous = false } = query
      const at = services.now()
      const window = { offset: page.offset, limit: page.size }
      const pageData = (entries: string, position: Position, count: number) => ({
        userPosition: userPosition(position, userId ?? subject),
        data: new JsonText(entries),
        count,
        ...(around ? ONLY_PAGE : pageLinks(page, count)),
      })
      return sendRead(
        services,
        request,
        reply,
        partnerId,
        async (batch) => {
          const [{ isPublic }, board] = await Promise.all([
            boardAccess(batch, request, reply, query.partnerId),
            openBoard(batch, POINTS, userId),
          ])
          const page = around ? `around ${userId} ${around}` : `${window.offset} ${window.limit}`
          const name = previous ? `${page} since ${dayOf(at)}` : page
          const [entries, position, count] = await Promise.all([
            batch.remember(`points ${isPublic ? 'public' : 'own'} ${name}`, async () => {
              const [members, previousOf] = await Promise.all([
                around ? listAround(batch, userId, around) : board.list(window),
                previous ? loadPrevious(batch, POINTS, at) : undefined,
              ])
              const text = JSON.stringify(members.map((member) => entryData(member, isPublic, previousOf)))
              if (!around && !isPublic && !previous) keepPointsPage(batch, window, text, members)
              return text
            }),
            board.position(),
            board.count(),
          ])
          return pageData(entries, position, count)
        },
        {
          publicSeconds,
          fromMemory:
            around === undefined && !previous && isOwner(request, partnerId)
              ? (values) => {
                  const kept = pointsPageFrom(values, window, userId)
                  return kept && pageData(kept.entries, kept.position, kept.count)
                }
              : undefined,
        },
      )
    },
  )
}

function userPosition({ amount, position }: Position, userId = '') {
  return { userId, amount: coinsAsNumber(amount), position }
}

function entryData(member: RankedMember, isPublic: boolean, previousOf: PreviousPosition | undefined) {
  const user = membershipData(member)
  const publicData = member.isHidden ? null : { tag: member.tag, fullname: null, avatar: null }
  return {
    id: member.walletId,
    points: coinsAsNumber(-member.negatedScore),
    createdAt: member.walletCreatedAt.toISOString(),
    updatedAt: member.walletUpdatedAt.toISOString(),
    user: isPublic ? { ...user, userData: publicData } : user,
    previousPosition: previousOf?.(member.userId),
  }
}
