import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadSession } from '../session/load-session.ts'
import { BrokenPage } from './broken-page.tsx'
import { MissingPage } from './missing-page.tsx'

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  errorComponent: BrokenPage,
  notFoundComponent: MissingPage,
})

/** Stands around every page that needs someone to be signed in, and leads everyone else to the sign-in and back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession()
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } })
    return { session }
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})
