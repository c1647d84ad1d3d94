import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { paged } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import { FORMER, type Named, namedBy } from './member-name.ts'

export type Member = DataOf<'readMember'>

export const USERS = 'users'

export const membersQuery = (query: QueryOf<'listMembers'>) =>
  queryOptions({
    ...paged([USERS, 'list', query]),
    queryFn: () => dataOf(api.GET('/api/v1/laas/users', { params: { query } })),
    meta: { live: true },
  })

const FOUND_SHOWN = 8

/** The first members that a search finds, for a list to choose from, which keeps its choices while it searches on. */
export const foundMembersQuery = (search: string) => ({
  ...membersQuery({ limit: FOUND_SHOWN, ...(search && { search }) }),
  placeholderData: keepPreviousData<DataOf<'listMembers'>>,
})

export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId],
    queryFn: () => dataOf(api.GET('/api/v1/laas/users/{userId}', { params: { path: { userId } } })),
    meta: { live: true },
  })

export const positionQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'position'],
    queryFn: async () => {
      const query = { userId, take: 1 }
      const board = await dataOf(api.GET('/api/v1/laas/leaderboard/new', { params: { query } }))
      return { position: board.userPosition.position, of: board.count }
    },
    meta: { live: true },
  })

/** Who users are, for lists that have their ids alone: at most 100 of them. */
export async function readNames(userIds: string[]): Promise<(userId: string) => Named> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return () => FORMER
  const query = { ids: ids.join(','), limit: ids.length }
  const { data: members } = await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))
  const names = new Map(members.map(({ userId, userData }) => [userId, namedBy(userData)]))
  return (userId) => names.get(userId) ?? FORMER
}
