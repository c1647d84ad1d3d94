import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { oneOf, pageNumberOf, textOf } from '../shared/search.ts'

export const rulesRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules',
    validateSearch: (search: Record<string, unknown>): RulesSearch => ({
      search: textOf(search.search),
      status: oneOf(search.status, ['active', 'inactive']),
      type: oneOf(search.type, ['single', 'batched', 'combined']),
      page: pageNumberOf(search.page),
    }),
    component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/new',
    component: lazyRouteComponent(() => import('./new-rule-page.tsx'), 'NewRulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/$ruleId',
    component: lazyRouteComponent(() => import('./rule-page.tsx'), 'RulePage'),
  }),
] as const

type RulesSearch = {
  search?: string
  status?: 'active' | 'inactive'
  type?: 'single' | 'batched' | 'combined'
  page?: number
}
