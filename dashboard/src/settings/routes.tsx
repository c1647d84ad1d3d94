import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const
