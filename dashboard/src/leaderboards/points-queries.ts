import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { paged } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import { namedBy } from '../members/member-name.ts'
import { readNames } from '../members/queries.ts'
import { type BoardPart, PLACES_PER_PAGE, type Place } from './board.ts'
import { positionsOf } from './positions.ts'

const NEIGHBOURS = 7

type Entry = DataOf<'pointsLeaderboard'>['data'][number]

/** A page of the board; with a user, the part of it in which that user stands. */
export const pointsQuery = (page: number, userId: string | undefined) =>
  queryOptions({
    ...paged(['points board', userId ? { userId } : { page }]),
    meta: { live: true },
    queryFn: () => (userId ? readAround(userId) : readPage(page)),
  })

async function readPage(page: number): Promise<BoardPart> {
  const { data, count, lastpage } = await read({ page, take: PLACES_PER_PAGE })
  const start = (page - 1) * PLACES_PER_PAGE + 1
  const first = start === 1 ? 1 : await positionOf(data[0])
  return { places: placesOf(data, { first, start }), count, page, lastpage, standing: null }
}

async function readAround(userId: string): Promise<BoardPart> {
  const [{ data, count, userPosition }, nameOf] = await Promise.all([
    read({ userId, around: NEIGHBOURS }),
    readNames([userId]),
  ])
  const another = data.findIndex(({ points }) => points !== data[0]?.points)
  const [first, next] = await Promise.all([positionOf(data[0]), positionOf(data[another])])
  const { amount, position } = userPosition
  return {
    places: placesOf(data, { first, start: next - another }),
    count,
    page: 1,
    lastpage: 1,
    standing: { userId, person: nameOf(userId), amount: String(amount), position },
  }
}

const read = (query: QueryOf<'pointsLeaderboard'>) =>
  dataOf(api.GET('/api/v1/laas/leaderboard/new', { params: { query } }))

async function positionOf(entry: Entry | undefined): Promise<number> {
  if (!entry) return 0
  return (await read({ userId: entry.user.userId, take: 1 })).userPosition.position
}

function placesOf(entries: Entry[], from: { first: number; start: number }): Place[] {
  const amounts = entries.map(({ points }) => String(points))
  const positions = positionsOf(amounts, from)
  return entries.map(({ user }, index) => ({
    position: positions[index] ?? 0,
    userId: user.userId,
    person: namedBy(user.userData),
    amount: amounts[index] ?? '0',
  }))
}
