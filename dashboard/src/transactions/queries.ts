import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { filterQuery, type TransactionFilter } from './transaction-filter.ts'

export type Transaction = DataOf<'listTransactions'>['data'][number]

const TRANSACTIONS_PER_PAGE = 50
const USERS_FOUND_MAX = 8

export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: ['transactions', filter],
    queryFn: ({ pageParam: before }) => {
      const query = { ...filterQuery(filter), limit: TRANSACTIONS_PER_PAGE, ...(before && { before }) }
      return dataOf(api.GET('/api/v1/laas/coins/transactions', { params: { query } }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

/** Members whose tag or name has words that begin so. */
export const usersFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'found', search],
    queryFn: async () => {
      const query = { limit: USERS_FOUND_MAX, ...(search && { search }) }
      return (await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })

/** The one member that a filter names; null when there is none of this id. */
export const userNamedQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'named', id ?? ''],
    queryFn: async () => {
      const query = { ids: id ?? '' }
      return (await dataOf(api.GET('/api/v1/laas/users', { params: { query } }))).data[0] ?? null
    },
    enabled: id !== undefined,
  })
