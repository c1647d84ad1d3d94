import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const leaderboardsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/leaderboards',
    component: lazyRouteComponent(() => import('./leaderboards-page.tsx'), 'LeaderboardsPage'),
  }),
] as const
