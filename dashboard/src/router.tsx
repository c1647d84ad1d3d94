import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { readFilter } from './coins/transaction-filter.ts'
import { EVENT_TYPES, type LiveEvent } from './event-stream/events.ts'
import { ErrorPage, NotFoundPage } from './layout/error-pages.tsx'
import { oneOf, pageNumberOf, textOf } from './layout/search-params.ts'
import { boardSearch } from './leaderboards/board-search.ts'
import { type Period, periodOf } from './overview/period.ts'
import { REQUEST_OUTCOMES, type RequestFilter } from './request-log/queries.ts'
import { loadSession } from './session/session.ts'

type Search = Record<string, unknown>

const rootRoute = createRootRoute({
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})

/** The parent of every page that needs a session. Sends visitors to the sign-in page and back. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession()
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: lazyRouteComponent(() => import('./layout/signed-in-layout.tsx'), 'SignedInLayout'),
})

const inEcosystem = ({ eco }: Search): { eco?: string } => ({ eco: textOf(eco) })
const fromMail = ({ token, eco }: Search) => ({ token: textOf(token), eco: textOf(eco) })
const paged = ({ page }: Search): { page?: number } => ({ page: pageNumberOf(page) })

/** Accepts a path of the dashboard only, so that no link can lead elsewhere after the sign-in. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

const publicPages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: ({ next, eco }: Search): { next?: string; eco?: string } => ({
      next: ownPath(next),
      eco: textOf(eco),
    }),
    beforeLoad: async ({ search: { next } }) => {
      // The sign-in page must open even when the session cannot be read.
      const session = await loadSession().catch(() => null)
      if (session) throw redirect({ href: next ?? '/' })
    },
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up',
    validateSearch: inEcosystem,
    component: lazyRouteComponent(() => import('./accounts/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    validateSearch: inEcosystem,
    component: lazyRouteComponent(() => import('./accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: fromMail,
    component: lazyRouteComponent(() => import('./accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    validateSearch: fromMail,
    component: lazyRouteComponent(() => import('./accounts/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/confirm-email',
    validateSearch: fromMail,
    component: lazyRouteComponent(() => import('./accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
] as const

const programmePages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/',
    validateSearch: ({ days }: Search): { days?: Period } => ({ days: periodOf(days) }),
    component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules',
    validateSearch: ({ search, status, type, page }: Search): RulesSearch => ({
      search: textOf(search),
      status: oneOf(status, ['active', 'inactive']),
      type: oneOf(type, ['single', 'batched', 'combined']),
      page: pageNumberOf(page),
    }),
    component: lazyRouteComponent(() => import('./rules/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/new',
    component: lazyRouteComponent(() => import('./rules/new-rule-page.tsx'), 'NewRulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/$ruleId',
    component: lazyRouteComponent(() => import('./rules/rule-page.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: ({ search, page }: Search): { search?: string; page?: number } => ({
      search: textOf(search),
      page: pageNumberOf(page),
    }),
    component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users/$userId',
    validateSearch: ({ tab, outcome }: Search): UserSearch => ({
      tab: oneOf(tab, ['transactions']),
      outcome: oneOf(outcome, ['paid', 'counted', 'refused']),
    }),
    component: lazyRouteComponent(() => import('./users/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/leaderboards',
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import('./leaderboards/leaderboards-page.tsx'), 'LeaderboardsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/transactions',
    validateSearch: readFilter,
    component: lazyRouteComponent(() => import('./coins/transactions-page.tsx'), 'TransactionsPage'),
  }),
] as const

type RulesSearch = {
  search?: string
  status?: 'active' | 'inactive'
  type?: 'single' | 'batched' | 'combined'
  page?: number
}

/** Without a tab, the page shows the awards. */
type UserSearch = { tab?: 'transactions'; outcome?: 'paid' | 'counted' | 'refused' }

const developersPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('./partners/keys-page.tsx'), 'KeysPage'),
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
    validateSearch: ({ type }: Search): { type?: LiveEvent['type'] } => ({ type: oneOf(type, EVENT_TYPES) }),
    component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/requests',
    validateSearch: ({ outcome, requestId }: Search): RequestFilter => ({
      outcome: oneOf(outcome, REQUEST_OUTCOMES),
      requestId: textOf(requestId),
    }),
    component: lazyRouteComponent(() => import('./request-log/request-log-page.tsx'), 'RequestLogPage'),
  }),
] as const

const settingsPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    validateSearch: paged,
    component: lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/team',
    component: lazyRouteComponent(() => import('./team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/audit-log',
    validateSearch: paged,
    component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const

const routeTree = rootRoute.addChildren([
  ...publicPages,
  signedInRoute.addChildren([...programmePages, ...developersPages, ...settingsPages]),
])

export const router = createRouter({ routeTree, basepath: '/dashboard', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
