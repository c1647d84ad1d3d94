import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../frame/layout-routes.tsx'
import { EVENT_TYPES, type LiveEvent } from '../live/event-listeners.ts'
import { oneOf, textOf } from '../shared/search.ts'
import { REQUEST_OUTCOMES, type RequestFilter } from './requests/request-filter.ts'

type EventFilter = { type?: LiveEvent['type'] | undefined }

export const developersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/webhooks/$webhookId',
    component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/events',
    validateSearch: ({ type }: Record<string, unknown>): EventFilter => ({ type: oneOf(type, EVENT_TYPES) }),
    component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/requests',
    validateSearch: ({ outcome, requestId }: Record<string, unknown>): RequestFilter => ({
      outcome: oneOf(outcome, REQUEST_OUTCOMES),
      requestId: textOf(requestId),
    }),
    component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  }),
] as const
