import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { DECISIONS, readNamedDecisions } from '../awards/queries.ts'
import { readCoinBoard } from '../leaderboards/queries.ts'
import type { Period } from './period.ts'

const LATEST_SHOWN = 8
const EARNERS_SHOWN = 5

export type Overview = DataOf<'readOverview'>

export const overviewQuery = (days: Period) =>
  queryOptions({
    queryKey: ['overview', days],
    meta: { live: true },
    queryFn: () => dataOf(api.GET('/api/v1/laas/overview', { params: { query: { days } } })),
  })

export const latestAwardsQuery = queryOptions({
  queryKey: [DECISIONS, 'latest'],
  meta: { live: true },
  queryFn: async () => (await readNamedDecisions({ limit: LATEST_SHOWN })).decisions,
})

export const topEarnersQuery = (month: string) =>
  queryOptions({
    queryKey: ['coin board', 'top earners', month],
    meta: { live: true },
    queryFn: () => readCoinBoard({ type: 'earner', month }, 1, undefined, EARNERS_SHOWN),
  })

/** A rule and a user for the example request. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first steps'],
  meta: { live: true },
  queryFn: async () => {
    const params = { query: { limit: 1 } }
    const [rules, users] = await Promise.all([
      dataOf(api.GET('/api/v1/laas/rules', { params })),
      dataOf(api.GET('/api/v1/laas/users', { params })),
    ])
    return { rule: rules.data[0], user: users.data[0] }
  },
})
