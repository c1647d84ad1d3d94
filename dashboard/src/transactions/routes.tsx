import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const transactionsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/transactions',
    component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
  }),
] as const
