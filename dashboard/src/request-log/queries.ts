import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'

export const REQUEST_OUTCOMES = ['ok', 'failed'] as const

export type RequestFilter = {
  outcome?: (typeof REQUEST_OUTCOMES)[number] | undefined
  requestId?: string | undefined
}

const REQUESTS_PER_PAGE = 50

export const requestsQuery = (filter: RequestFilter) =>
  cursorQuery(['requests', filter], (before: string | undefined) =>
    laurel.requests.list({ ...filter, before, limit: REQUESTS_PER_PAGE }),
  )
