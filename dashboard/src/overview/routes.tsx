import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const
