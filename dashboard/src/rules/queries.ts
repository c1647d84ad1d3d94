import type { Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { cursorQuery, pagedQuery } from '../api/paging.ts'

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
