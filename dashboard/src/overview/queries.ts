import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { DECISIONS, readNamedDecisions } from '../awards/queries.ts'
import { readCoinBoard } from '../leaderboards/queries.ts'
import type { Period } from './period.ts'

const LATEST_SHOWN = 8
const EARNERS_SHOWN = 5

export const overviewQuery = (days: Period) =>
  queryOptions({
    queryKey: ['overview', days],
    meta: { live: true },
    queryFn: () => laurel.overview.read({ days }),
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
    const [rules, users] = await Promise.all([
      laurel.rules.list({ limit: 1 }),
      laurel.users.list({ limit: 1 }),
    ])
    return { rule: rules.data[0], user: users.data[0] }
  },
})
