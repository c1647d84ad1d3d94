import { api, dataOf } from '../api/client.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DataOf } from '../api/types.ts'

export const REQUEST_OUTCOMES = ['ok', 'failed'] as const

export type RequestFilter = {
  outcome?: (typeof REQUEST_OUTCOMES)[number] | undefined
  requestId?: string | undefined
}

export type LoggedRequest = DataOf<'listRequests'>['requests'][number]

const REQUESTS_PER_PAGE = 50

export const requestsQuery = (filter: RequestFilter) =>
  cursorQuery(['requests', filter], (before: string | undefined) => {
    const query = { ...filter, before, limit: REQUESTS_PER_PAGE }
    return dataOf(api.GET('/api/v1/laas/requests', { params: { query } }))
  })
