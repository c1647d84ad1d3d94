import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { pagedQuery } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import { type DisplayName, displayNameOf, FORMER_MEMBER } from './member-name.ts'

export type Member = DataOf<'readMember'>

export const USERS = 'users'

export const membersQuery = (query: QueryOf<'listMembers'>) =>
  queryOptions({
    ...pagedQuery([USERS, 'list', query]),
    queryFn: () => dataOf(api.GET('/api/v1/laas/users', { params: { query } })),
    meta: { live: true },
  })

const FOUND_SHOWN = 8

/** The first matches of a search. Keeps the previous matches while loading. */
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

/** Reads the names of at most 100 users by their ids. */
export async function readDisplayNames(userIds: string[]): Promise<(userId: string) => DisplayName> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return () => FORMER_MEMBER
  const query = { ids: ids.join(','), limit: ids.length }
  const { data: members } = await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))
  const names = new Map(members.map(({ userId, userData }) => [userId, displayNameOf(userData)]))
  return (userId) => names.get(userId) ?? FORMER_MEMBER
}
