import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { boardSearch } from './board-search.ts'

export const leaderboardsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/leaderboards',
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import('./leaderboards-page.tsx'), 'LeaderboardsPage'),
  }),
] as const
