import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'

export const rulesRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules',
    component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/new',
    component: lazyRouteComponent(() => import('./new-rule-page.tsx'), 'NewRulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/$ruleId',
    component: lazyRouteComponent(() => import('./rule-page.tsx'), 'RulePage'),
  }),
] as const
