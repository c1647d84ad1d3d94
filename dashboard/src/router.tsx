import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { developersRoutes } from './developers/routes.tsx'
import { rootRoute, signedInRoute } from './frame/layout-routes.tsx'
import { leaderboardsRoutes } from './leaderboards/routes.tsx'
import { overviewRoutes } from './overview/routes.tsx'
import { rulesRoutes } from './rules/routes.tsx'
import { sessionRoutes } from './session/routes.tsx'
import { settingsRoutes } from './settings/routes.tsx'
import { transactionsRoutes } from './transactions/routes.tsx'
import { usersRoutes } from './users/routes.tsx'

/** The table of contents: every page, open or behind the sign-in. */
const pages = rootRoute.addChildren([
  ...sessionRoutes,
  signedInRoute.addChildren([
    ...overviewRoutes,
    ...rulesRoutes,
    ...usersRoutes,
    ...leaderboardsRoutes,
    ...transactionsRoutes,
    ...developersRoutes,
    ...settingsRoutes,
  ]),
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: pages,
    basepath: '/dashboard',
    context: { queries },
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
