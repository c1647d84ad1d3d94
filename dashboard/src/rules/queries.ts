import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { pagedQuery } from '../api/paging.ts'
import type { QueryOf } from '../api/types.ts'

export const RULES = 'rules'

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
