import { Type } from 'typebox'
import { isUuid, Line } from '../../http/input/fields.ts'
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
import { JsonText, writeJson } from '../../http/responses/json-text.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type RankedUser } from '../ranking/board.ts'
import type { ReadBatch } from '../read-batches/read-batch.ts'
import { type ReadServices, sendRead } from '../read-batches/send-read.ts'
import { boardAccess, boardPartner, positionUser } from './board-access.ts'
import { checkYear, MONTHS, MonthOfYear, monthKey, queriedMonth, Year } from './months.ts'
import { PreviousPositionField, PreviousQuery } from './previous-field.ts'
import { dayOf, loadPrevious } from './previous-positions.ts'
import { type BoardWindow, type OpenBoard, openBoard, type Position } from './read-board.ts'

const CoinQuery = Type.Object(
  {
    page: PageNumber(),
    limit: PageSize(),
    take: PageSizeAlias('limit'),
    month: MonthOfYear(
      'A number from 1 to 12 or an English name, of this year unless year is sent; or current, the month of now.',
    ),
    year: Year('Without month: one list per month of the year.'),
    type: Type.Optional(
      Type.Unsafe<'earner' | 'spender'>(
        Type.String({
          enum: ['earner', 'spender'],
          schemaName: 'CoinBoardType',
          default: 'earner',
          must: 'be earner or spender',
          description: 'earner counts coins earned in the period, spender coins transferred to the partner.',
        }),
      ),
    ),
    partnerId: Type.Optional(Line(100, { description: "Whose board; the token's partner by default." })),
    userId: Type.Optional(Line(100, { description: 'The user whose position to return.' })),
    previous: PreviousQuery(),
  },
  { check: checkYear },
)

const entryFields = { userId: Type.String(), coins: Type.String() }
const CoinEntry = Type.Object(
  { ...entryFields, previousPosition: Type.Optional(PreviousPositionField()) },
  { schemaName: 'CoinBoardEntry' },
)
const MonthEntry = Type.Object(entryFields, { schemaName: 'CoinBoardMonthEntry' })

const ENTRY_EXAMPLE = { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: '20' }

const PagedBoard = Type.Object(
  {
    userPosition: Type.Object(
      { userId: Type.String(), amount: Type.String(), position: Type.Integer() },
      { schemaName: 'CoinBoardPosition' },
    ),
    data: Type.Array(CoinEntry),
    count: Type.String(),
    ...pageLinkFields,
  },
  { schemaName: 'CoinBoardPage', title: 'Paged', additionalProperties: false },
)

const YearlyBoard = Type.Object(
  { year: Type.String(), leaderboards: Type.Record(Type.String(), Type.Array(MonthEntry)) },
  { schemaName: 'CoinBoardYear', title: 'Yearly', additionalProperties: false },
)

const CoinBoardData = Type.Union([PagedBoard, YearlyBoard], {
  schemaName: 'CoinBoard',
  examples: [
    {
      userPosition: { userId: ENTRY_EXAMPLE.userId, amount: '20', position: 1 },
      data: [ENTRY_EXAMPLE],
      count: '1',
      currentpage: 1,
      nextpage: null,
      prevpage: null,
      lastpage: 1,
    },
    { year: '2026', leaderboards: { January: [ENTRY_EXAMPLE], February: [] } },
  ],
})

type Services = ReadServices & { config: Pick<Config, 'publicBoardSeconds'> }

export function coinBoardRoutes(app: App, services: Services): void {
  const { now, config } = services
  const { publicBoardSeconds: publicSeconds } = config
  app.get(
    '/laas/coins/partner/ep-leaderboard',
    operation({
      id: 'coinLeaderboard',
      tag: 'Leaderboards',
      summary: 'Partner coin leaderboard',
      description:
        'With `month` (of `year`, by default this year) a page of that month; with neither a page of all time; with `year` alone the top of each month. Lists users with at least one movement of the type in the period. Months are in UTC.',
      query: CoinQuery,
      ignoresUnknown: 'query',
      message: 'Leaderboard returned',
      data: CoinBoardData,
      failures: ['unauthorized', 'forbidden'],
      open: true,
      hasEtag: true,
    }),
    async (request, reply) => {
      const { query } = request
      const partnerId = boardPartner(request, query.partnerId)
      const name = query.type ?? 'earner'
      const at = now()
      const page = pageOf(query.page, query.take ?? query.limit)
      const window = { offset: page.offset, limit: page.size }
      const subject = positionUser(request, query.userId)
      const userId = subject && isUuid(subject) ? subject.toLowerCase() : null
      const isYearly = query.year !== undefined && query.month === undefined
      const month = query.month === undefined ? ALL_TIME : queriedMonth({ ...query, month: query.month }, at)
      const readPage = async (batch: ReadBatch, board: OpenBoard) => {
        const [entries, position, count] = await Promise.all([
          query.previous
            ? comparedText(batch, { name, month }, board, window, at)
            : entriesText(batch, { name, month }, board, window),
          board.position(),
          board.count(),
        ])
        return {
          userPosition: userPosition(position, userId ?? subject),
          data: new JsonText(entries),
          count: String(count),
          ...pageLinks(page, count),
        }
      }
      return sendRead(
        services,
        request,
        reply,
        partnerId,
        async (batch) => {
          const boards = isYearly ? boardsOfYear(name, query.year as number, at) : [{ name, month }]
          const [opened] = await Promise.all([
            Promise.all(boards.map((board) => openBoard(batch, board, isYearly ? null : userId))),
            boardAccess(batch, request, reply, query.partnerId),
          ])
          return isYearly
            ? yearlyBoard(batch, query.year as number, boards, opened, page.size)
            : readPage(batch, opened[0] as OpenBoard)
        },
        { publicSeconds },
      )
    },
  )
}

/** The boards of every month of the year up to now, including months without movements. */
function boardsOfYear(name: Board['name'], year: number, now: Date): Board[] {
  const thisMonth = now.toISOString().slice(0, 7)
  return MONTHS.map((_, index) => ({ name, month: monthKey(year, index + 1) })).filter(
    ({ month }) => month.slice(0, 7) <= thisMonth,
  )
}

async function yearlyBoard(
  batch: ReadBatch,
  year: number,
  boards: Board[],
  opened: OpenBoard[],
  limit: number,
) {
  const lists = await Promise.all(
    boards.map((board, index) => entriesText(batch, board, opened[index] as OpenBoard, { offset: 0, limit })),
  )
  return {
    year: String(year),
    leaderboards: writeJson(
      Object.fromEntries(lists.map((list, index) => [MONTHS[index], new JsonText(list)])),
    ),
  }
}

const entriesText = (
  batch: ReadBatch,
  { name, month }: Board,
  board: OpenBoard,
  { offset, limit }: BoardWindow,
): Promise<string> =>
  batch.remember(`coins ${name} ${month} ${offset} ${limit}`, async () =>
    JSON.stringify((await board.list({ offset, limit })).map(entryData)),
  )

/** With the positions of users when the day began. One whose coins were all reversed or refunded has no place to compare. */
const comparedText = (
  batch: ReadBatch,
  { name, month }: Board,
  board: OpenBoard,
  { offset, limit }: BoardWindow,
  at: Date,
): Promise<string> =>
  batch.remember(`coins ${name} ${month} ${offset} ${limit} since ${dayOf(at)}`, async () => {
    const [users, previousOf] = await Promise.all([
      board.list({ offset, limit }),
      loadPrevious(batch, { name, month }, at),
    ])
    return JSON.stringify(
      users.map((user) => ({
        ...entryData(user),
        previousPosition: user.negatedScore === 0n ? null : previousOf(user.userId),
      })),
    )
  })

function userPosition({ amount, position }: Position, userId = '') {
  return { userId, amount: formatCoins(amount), position }
}

const entryData = ({ userId, negatedScore }: RankedUser) => ({ userId, coins: formatCoins(-negatedScore) })
