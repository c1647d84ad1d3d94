import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import type { RequestFilter } from './request-filter.ts'

export type LoggedRequest = DataOf<'listRequests'>['requests'][number]

const REQUESTS_PER_PAGE = 50

export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['requests', filter],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        api.GET('/api/v1/laas/requests', {
          params: { query: { ...filter, before, limit: REQUESTS_PER_PAGE } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
