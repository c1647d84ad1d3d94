import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { readDecisionFilter } from './awards/decision-filter.ts'
import { readFilter } from './coins/transaction-filter.ts'
import { findStreamStart } from './event-stream/event-stream.ts'
import { EVENT_TYPES, type LiveEvent } from './event-stream/events.ts'
import { ErrorPage, NotFoundPage, showLoadFailure } from './layout/error-pages.tsx'
import { oneOf, pageNumberOf, textOf } from './layout/search-params.ts'
import { boardSearch } from './leaderboards/board-search.ts'
import { type Period, periodOf } from './overview/period.ts'
import { REQUEST_OUTCOMES, type RequestFilter } from './request-log/queries.ts'
import { loadSession } from './session/session.ts'

type Search = Record<string, unknown>

const rootRoute = createRootRoute()

/**
 * Loads the script of a page before the router leaves the current one. When that fails, such as while the
 * service restarts, the current page stays with all that was typed into it.
 */
function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let Loaded: ComponentType | undefined
  return {
    beforeLoad: async ({ location }: { location: { href: string } }): Promise<void> => {
      try {
        Loaded ??= (await load())[name]
      } catch (error) {
        const shown = shownPage()
        if (shown === undefined || shown === location.href) throw error
        showLoadFailure()
        throw redirect({ href: shown, replace: true })
      }
    },
    component: () => Loaded && <Loaded />,
  }
}

/** The address of the page that a team member is looking at. */
function shownPage(): string | undefined {
  const { matches, resolvedLocation } = router.state
  return matches.some(({ routeId }) => routeId === signedInRoute.id) ? resolvedLocation?.href : undefined
}

const layout = lazyPage(() => import('./layout/signed-in-layout.tsx'), 'SignedInLayout')

/** The parent of every page that needs a session. Sends visitors to the sign-in page and back. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async (navigation) => {
    const session = await loadSession()
    if (!session) throw redirect({ to: '/sign-in', search: { next: navigation.location.href } })
    await Promise.all([layout.beforeLoad(navigation), findStreamStart()])
  },
  component: layout.component,
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
    ...lazyPage(() => import('./accounts/sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    validateSearch: inEcosystem,
    ...lazyPage(() => import('./accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: fromMail,
    ...lazyPage(() => import('./accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    validateSearch: fromMail,
    ...lazyPage(() => import('./accounts/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/confirm-email',
    validateSearch: fromMail,
    ...lazyPage(() => import('./accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
] as const

const programmePages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/',
    validateSearch: ({ days }: Search): { days?: Period } => ({ days: periodOf(days) }),
    ...lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules',
    validateSearch: ({ search, status, type, participants, page }: Search): RulesSearch => ({
      search: textOf(search),
      status: oneOf(status, ['active', 'inactive']),
      type: oneOf(type, ['single', 'batched', 'combined']),
      participants: oneOf(participants, ['full', 'open']),
      page: pageNumberOf(page),
    }),
    ...lazyPage(() => import('./rules/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/new',
    ...lazyPage(() => import('./rules/new-rule-page.tsx'), 'NewRulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/rules/$ruleId',
    ...lazyPage(() => import('./rules/rule-page.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users',
    validateSearch: ({ search, page }: Search): { search?: string; page?: number } => ({
      search: textOf(search),
      page: pageNumberOf(page),
    }),
    ...lazyPage(() => import('./users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users/import',
    ...lazyPage(() => import('./users/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/users/$userId',
    validateSearch: ({ tab, outcome, award }: Search): UserSearch => ({
      award: textOf(award),
      tab: oneOf(tab, ['transactions']),
      outcome: oneOf(outcome, ['paid', 'counted', 'refused']),
    }),
    ...lazyPage(() => import('./users/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/leaderboards',
    validateSearch: boardSearch,
    ...lazyPage(() => import('./leaderboards/leaderboards-page.tsx'), 'LeaderboardsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/transactions',
    validateSearch: readFilter,
    ...lazyPage(() => import('./coins/transactions-page.tsx'), 'TransactionsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/transactions/decisions',
    validateSearch: readDecisionFilter,
    ...lazyPage(() => import('./awards/decisions-page.tsx'), 'DecisionsPage'),
  }),
] as const

type RulesSearch = {
  search?: string
  status?: 'active' | 'inactive'
  type?: 'single' | 'batched' | 'combined'
  participants?: 'full' | 'open'
  page?: number
}

/** Without a tab, the page shows the awards, or the one that is named. */
type UserSearch = { award?: string; tab?: 'transactions'; outcome?: 'paid' | 'counted' | 'refused' }

const developersPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    ...lazyPage(() => import('./partners/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/webhooks',
    ...lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/webhooks/$webhookId',
    ...lazyPage(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/events',
    validateSearch: ({ type }: Search): { type?: LiveEvent['type'] } => ({ type: oneOf(type, EVENT_TYPES) }),
    ...lazyPage(() => import('./events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers/requests',
    validateSearch: ({ outcome, requestId }: Search): RequestFilter => ({
      outcome: oneOf(outcome, REQUEST_OUTCOMES),
      requestId: textOf(requestId),
    }),
    ...lazyPage(() => import('./request-log/request-log-page.tsx'), 'RequestLogPage'),
  }),
] as const

const settingsPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    validateSearch: paged,
    ...lazyPage(() => import('./accounts/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/team',
    ...lazyPage(() => import('./team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings/audit-log',
    validateSearch: paged,
    ...lazyPage(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const

/** An unknown address, so that the menu stays. */
const unknownPage = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFoundPage,
})

const routeTree = rootRoute.addChildren([
  ...publicPages,
  signedInRoute.addChildren([...programmePages, ...developersPages, ...settingsPages, unknownPage]),
])

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
