import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const usersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users/$userId',
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
  }),
] as const
