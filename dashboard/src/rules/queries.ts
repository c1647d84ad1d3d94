import type { Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery, pagedQuery } from '../api/paging.ts'
import { type Days, daysOf, type RangeSearch } from '../format/range.ts'
import { addDays, dayIn, programmeZone } from '../format/time.ts'
import type { PeopleSort } from './rule-search.ts'

export const RULES = 'rules'

export const rulesQuery = (query: Query<'listRules'>) =>
  queryOptions({
    ...pagedQuery([RULES, 'list', query]),
    queryFn: async () => laurel.rules.list(query),
    meta: { live: true },
  })

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: [RULES, id],
    queryFn: () => laurel.rules.read(id),
    meta: { live: true },
  })

export const ruleVersionsQuery = (id: string) => ({
  ...cursorQuery([RULES, id, 'versions'], (cursor: string | undefined) =>
    laurel.rules.versions(id, { limit: 10, cursor }),
  ),
  meta: { live: true },
})

/** What a rule did in the days of a page. */
export const ruleResultsQuery = (id: string, search: RangeSearch) => {
  const query: Query<'readRuleResults'> = {
    ...daysOf(search),
    compare: search.compare === 'year' ? 'year' : 'previous',
  }
  return queryOptions({
    queryKey: [RULES, id, 'results', query],
    queryFn: () => laurel.rules.results(id, query),
    meta: { live: true },
  })
}

/** The days of the period that is compared. They have passed, so they hardly change. */
export const ruleDaysBeforeQuery = (id: string, days: Days | undefined) =>
  queryOptions({
    queryKey: [RULES, id, 'results', 'before', days],
    enabled: days !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await laurel.rules.results(id, { ...days })).days,
  })

const RECENT_DAYS = 90

/** What a rule did lately, whatever days the page shows. */
export const recentResultsQuery = (id: string) => {
  const to = dayIn(programmeZone())
  const days = { from: addDays(to, 1 - RECENT_DAYS), to }
  return queryOptions({
    queryKey: [RULES, id, 'results', 'recent', days],
    queryFn: () => laurel.rules.results(id, days),
    meta: { live: true },
  })
}

const PEOPLE_PER_PAGE = 20

export const rulePeopleQuery = (id: string, sort: PeopleSort | undefined) => ({
  ...cursorQuery([RULES, id, 'people', sort], (cursor: string | undefined) =>
    laurel.rules.people(id, { limit: PEOPLE_PER_PAGE, sort, cursor }),
  ),
  meta: { live: true },
})
