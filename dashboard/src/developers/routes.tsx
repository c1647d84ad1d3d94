import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const developersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('./developers-page.tsx'), 'DevelopersPage'),
  }),
] as const
