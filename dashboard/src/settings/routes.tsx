import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { pageNumberOf } from '../shared/search.ts'

const paged = ({ page }: Record<string, unknown>): { page?: number } => ({ page: pageNumberOf(page) })

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    validateSearch: paged,
    component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/team',
    component: lazyRouteComponent(() => import('./team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/activity',
    validateSearch: paged,
    component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  }),
] as const
