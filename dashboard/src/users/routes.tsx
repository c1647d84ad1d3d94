import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { oneOf, pageNumberOf, textOf } from '../shared/search.ts'

export const usersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: (search: Record<string, unknown>): { search?: string; page?: number } => ({
      search: textOf(search.search),
      page: pageNumberOf(search.page),
    }),
    component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users/$userId',
    validateSearch: (search: Record<string, unknown>): UserSearch => ({
      tab: oneOf(search.tab, ['transactions']),
      outcome: oneOf(search.outcome, ['paid', 'counted', 'refused']),
    }),
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
  }),
] as const

/** Without a tab, the awards are shown. */
type UserSearch = { tab?: 'transactions'; outcome?: 'paid' | 'counted' | 'refused' }
