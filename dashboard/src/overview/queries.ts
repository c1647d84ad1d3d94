import type { Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { DECISIONS, type NamedDecision, readDecisions } from '../awards/queries.ts'
import { type Days, daysOf, type RangeSearch } from '../format/range.ts'
import { DAY_MS } from '../format/time.ts'
import { readFirstEarners } from '../leaderboards/queries.ts'
import { readDisplayNames } from '../members/queries.ts'
import { RULES } from '../rules/queries.ts'

const LATEST_SHOWN = 8
const PLACES_SHOWN = 5
const RULES_SHOWN = 6

const OVERVIEW = 'overview'

export const overviewQuery = (search: RangeSearch) => {
  const query: Query<'readOverview'> = {
    ...daysOf(search),
    compare: search.compare === 'year' ? 'year' : 'previous',
  }
  return queryOptions({
    queryKey: [OVERVIEW, query],
    meta: { live: true },
    queryFn: () => laurel.overview.read(query),
  })
}

/** The length of the results of rules that is nearest to some days. */
export function resultDaysOf({ from, to }: Days): '7d' | '30d' | '90d' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= 7) return '7d'
  return days <= 31 ? '30d' : '90d'
}

/** The rules that paid the most. */
export const movingRulesQuery = (results: '7d' | '30d' | '90d') =>
  queryOptions({
    queryKey: [RULES, 'moving', results],
    meta: { live: true },
    queryFn: async () => (await laurel.rules.list({ results, sort: 'coins', limit: RULES_SHOWN })).data,
  })

/** The latest awards and the first of the board, with the names of both in one request. */
export const latestQuery = (month: string) =>
  queryOptions({
    queryKey: [DECISIONS, 'latest', month],
    meta: { live: true },
    queryFn: async () => {
      const [{ decisions }, earners] = await Promise.all([
        readDecisions({ limit: LATEST_SHOWN }),
        readFirstEarners(month, PLACES_SHOWN),
      ])
      const nameOf = await readDisplayNames([...decisions.map(({ userId }) => userId), ...earners.userIds])
      const awards = decisions.map((award): NamedDecision => ({ ...award, user: nameOf(award.userId) }))
      return { awards, entries: earners.entriesWith(nameOf) }
    },
  })
