import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { cursorQuery, pagedQuery } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'

export const RULES = 'rules'

export type RuleVersion = DataOf<'listRuleVersions'>['data'][number]

export const rulesQuery = (query: QueryOf<'listRules'>) =>
  queryOptions({
    ...pagedQuery([RULES, 'list', query]),
    queryFn: () => dataOf(api.GET('/api/v1/laas/rules', { params: { query } })),
    meta: { live: true },
  })

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: [RULES, id],
    queryFn: () => dataOf(api.GET('/api/v1/laas/rules/{id}', { params: { path: { id } } })),
    meta: { live: true },
  })

export const ruleVersionsQuery = (id: string) => ({
  ...cursorQuery([RULES, id, 'versions'], (cursor: string | undefined) =>
    dataOf(
      api.GET('/api/v1/laas/rules/{id}/versions', {
        params: { path: { id }, query: { limit: 10, ...(cursor !== undefined && { cursor }) } },
      }),
    ),
  ),
  meta: { live: true },
})
