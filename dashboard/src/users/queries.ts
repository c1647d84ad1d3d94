import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf, QueryOf } from '../api/types.ts'

export type Member = DataOf<'readMember'>
export type Transaction = DataOf<'listTransactions'>['data'][number]

export const USERS = 'users'

export const membersQuery = (query: QueryOf<'listMembers'>) =>
  queryOptions({
    queryKey: [USERS, 'list', query],
    queryFn: () => dataOf(api.GET('/api/v1/laas/users', { params: { query } })),
    placeholderData: keepPreviousData,
    meta: { live: true },
  })

/** Who stands behind some ids; those who are no members any more are left out. */
export const membersByIdQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [USERS, 'ids', ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const { data } = await dataOf(
        api.GET('/api/v1/laas/users', { params: { query: { ids: ids.join(','), limit: ids.length } } }),
      )
      return new Map(data.map((member) => [member.userId, member]))
    },
    placeholderData: keepPreviousData,
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

export const transactionsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [USERS, userId, 'transactions'],
    queryFn: ({ pageParam }) => {
      const query = { userId, limit: 20, ...(pageParam !== null && { before: pageParam }) }
      return dataOf(api.GET('/api/v1/laas/coins/transactions', { params: { query } }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    meta: { live: true },
  })
