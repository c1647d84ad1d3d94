import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { readCoinBoard } from '../leaderboards/coin-queries.ts'
import { type Named, readNames } from '../shared/names.ts'
import type { Period } from './period.ts'

const LATEST_SHOWN = 8
const EARNERS_SHOWN = 5

export type Overview = DataOf<'readOverview'>
export type Decision = DataOf<'listDecisions'>['decisions'][number]
export type LatestAward = Decision & { person: Named }

export const overviewQuery = (days: Period) =>
  queryOptions({
    queryKey: ['overview', days],
    meta: { live: true },
    queryFn: () => dataOf(api.GET('/api/v1/laas/overview', { params: { query: { days } } })),
  })

export const latestAwardsQuery = queryOptions({
  queryKey: ['decisions', 'latest'],
  meta: { live: true },
  queryFn: async (): Promise<LatestAward[]> => {
    const params = { query: { limit: LATEST_SHOWN } }
    const { decisions } = await dataOf(api.GET('/api/v1/laas/decisions', { params }))
    const nameOf = await readNames(decisions.map(({ userId }) => userId))
    return decisions.map((decision) => ({ ...decision, person: nameOf(decision.userId) }))
  },
})

export const topEarnersQuery = (month: string) =>
  queryOptions({
    queryKey: ['coin board', 'top earners', month],
    meta: { live: true },
    queryFn: () => readCoinBoard({ type: 'earner', month }, 1, undefined, EARNERS_SHOWN),
  })

/** One rule and one user, for the request that a newcomer tries first. */
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
