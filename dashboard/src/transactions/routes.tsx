import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { readFilter } from './transaction-filter.ts'

export const transactionsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/transactions',
    validateSearch: readFilter,
    component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
  }),
] as const
