import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { currentSession } from './api/session.ts'
import { findStreamStart } from './event-stream/event-stream.ts'
import { EVENT_TYPES, type LiveEvent } from './event-stream/events.ts'
import { readFinance } from './finance/finance-search.ts'
import { readRange } from './format/range.ts'
import { readActivitySearch } from './history/activity-filter.ts'
import { readHistorySearch } from './history/history-filter.ts'
import { ErrorPage, NotFoundPage, showLoadFailure } from './layout/error-pages.tsx'
import { oneOf, pageNumberOf, textOf } from './layout/search-params.ts'
import { boardSearch } from './leaderboards/board-search.ts'
import { REQUEST_OUTCOMES, type RequestFilter } from './request-log/queries.ts'
import { readRuleSearch, readRulesSearch } from './rules/rule-search.ts'
import { loadSession } from './session/session.ts'
import { readMemberSearch } from './users/member-search.ts'

type Search = Record<string, unknown>

/**
 * The module of a page. It may begin to read what the page shows before the session is known. The page is unknown here:
 * its type follows from the routes, and would make them depend on themselves.
 */
type Load<Name extends string> = () => Promise<Record<Name, unknown> & Prefetch>
type Prefetch = { prefetch?: () => void }

const rootRoute = createRootRoute()

type Navigation = { location: { href: string }; preload: boolean }

/**
 * Loads the script of a page before the router leaves the current one. When that fails, such as while the
 * service restarts, the current page stays with all that was typed into it.
 */
function lazyPage<Name extends string>(load: Load<Name>, name: Name) {
  let Loaded: ComponentType | undefined
  return {
    beforeLoad: async ({ location, preload }: Navigation): Promise<void> => {
      try {
        Loaded ??= (await load())[name] as ComponentType
      } catch (error) {
        // A pointer above a link asks for nothing yet.
        if (preload) return
        const current = currentPage()
        if (current === undefined || current === location.href) throw error
        showLoadFailure()
        throw redirect({ href: current, replace: true })
      }
    },
    component: () => Loaded && <Loaded />,
    staticData: { load },
  }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Loads the script of the page. */
    load?: () => Promise<Prefetch>
  }
}

/** The address of the page that a team member is looking at. */
function currentPage(): string | undefined {
  const { matches, resolvedLocation } = router.state
  return matches.some(({ routeId }) => routeId === signedInRoute.id) ? resolvedLocation?.href : undefined
}

const layout = lazyPage(() => import('./layout/signed-in-layout.tsx'), 'SignedInLayout')

/** Whether the browser has sent the cookie of a session. The service writes it into the page. */
const isTeam = (): boolean => document.documentElement.dataset.visitor === 'team'

/** The parent of every page that needs a session. Sends visitors to the sign-in page and back. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async (navigation) => {
    const { matches, location } = navigation
    if (isTeam() && !currentSession()) {
      // What the page needs comes while the session is being read. A failure is shown when it is needed.
      for (const { staticData } of matches)
        staticData.load?.().then(
          ({ prefetch }) => prefetch?.(),
          () => {},
        )
      void findStreamStart()
    }
    const session = await loadSession()
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } })
    await Promise.all([layout.beforeLoad(navigation), findStreamStart()])
  },
  component: layout.component,
  staticData: layout.staticData,
})

const inEcosystem = ({ eco }: Search): { eco?: string } => ({ eco: textOf(eco) })
const fromMail = ({ token, eco }: Search) => ({ token: textOf(token), eco: textOf(eco) })
const paged = ({ page }: Search): { page?: number } => ({ page: pageNumberOf(page) })

/** Accepts a path of the dashboard only, so that no link can lead elsewhere after the sign-in. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

const copyOfRule = ({ copy }: Search): { copy?: string } => ({ copy: textOf(copy) })
const ofRule = ({ rule }: Search): { rule?: string } => ({ rule: textOf(rule) })

type UsersSearch = { search?: string; former?: true; sort?: 'coins' | 'points'; page?: number }

/** A search finds members by itself; otherwise all are listed, or those who left. */
const usersSearch = ({ search, former, sort, page }: Search): UsersSearch => ({
  page: pageNumberOf(page),
  ...(textOf(search)
    ? { search: textOf(search) }
    : former
      ? { former: true }
      : { sort: oneOf(sort, ['coins', 'points']) }),
})

const eventsSearch = ({ type }: Search): { type?: LiveEvent['type'] } => ({ type: oneOf(type, EVENT_TYPES) })

const requestsSearch = ({ outcome, requestId }: Search): RequestFilter => ({
  outcome: oneOf(outcome, REQUEST_OUTCOMES),
  requestId: textOf(requestId),
})

/** Makes the routes of lazy pages below a parent. */
const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Name extends string, Validator extends SearchValidator = undefined>(
    path: Path,
    load: Load<Name>,
    name: Name,
    validateSearch?: Validator,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: validateSearch as Validator,
      ...lazyPage(load, name),
    })

type SearchValidator = ((search: Search) => object) | undefined

const open = pagesOf(rootRoute)
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
  open('/sign-up', () => import('./accounts/sign-up-page.tsx'), 'SignUpPage', inEcosystem),
  open(
    '/forgot-password',
    () => import('./accounts/forgot-password-page.tsx'),
    'ForgotPasswordPage',
    inEcosystem,
  ),
  open('/reset-password', () => import('./accounts/reset-password-page.tsx'), 'ResetPasswordPage', fromMail),
  open('/invitation', () => import('./accounts/invitation-page.tsx'), 'InvitationPage', fromMail),
  open('/confirm-email', () => import('./accounts/confirm-email-page.tsx'), 'ConfirmEmailPage', fromMail),
] as const

const page = pagesOf(signedInRoute)
const signedInPages = [
  page('/', () => import('./overview/overview-page.tsx'), 'OverviewPage', readRange),
  page('/rules', () => import('./rules/rules-page.tsx'), 'RulesPage', readRulesSearch),
  page('/rules/new', () => import('./rules/new-rule-page.tsx'), 'NewRulePage', copyOfRule),
  page('/rules/award', () => import('./rules/bulk-award-page.tsx'), 'BulkAwardPage', ofRule),
  page('/rules/$ruleId', () => import('./rules/rule-page.tsx'), 'RulePage', readRuleSearch),
  page('/members', () => import('./users/users-page.tsx'), 'UsersPage', usersSearch),
  page('/members/import', () => import('./users/import-page.tsx'), 'ImportPage'),
  page('/members/$userId', () => import('./users/member-page.tsx'), 'MemberPage', readMemberSearch),
  page('/boards', () => import('./leaderboards/leaderboards-page.tsx'), 'LeaderboardsPage', boardSearch),
  page('/history', () => import('./history/history-page.tsx'), 'HistoryPage', readHistorySearch),
  page('/history/orders', () => import('./history/orders-page.tsx'), 'OrdersPage'),
  page(
    '/history/activities',
    () => import('./history/activities-page.tsx'),
    'ActivitiesPage',
    readActivitySearch,
  ),
  page('/history/orders/$reference', () => import('./history/order-page.tsx'), 'OrderPage'),
  page('/finance', () => import('./finance/statement-page.tsx'), 'StatementPage', readFinance),
  page('/finance/months', () => import('./finance/months-page.tsx'), 'MonthsPage'),
  page('/finance/rules', () => import('./finance/rules-page.tsx'), 'FinanceRulesPage', readFinance),
  page('/finance/liability', () => import('./finance/liability-page.tsx'), 'LiabilityPage'),
  page('/developers', () => import('./partners/keys-page.tsx'), 'KeysPage'),
  page('/developers/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  page('/developers/webhooks/$webhookId', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  page('/developers/events', () => import('./events/events-page.tsx'), 'EventsPage', eventsSearch),
  page(
    '/developers/requests',
    () => import('./request-log/request-log-page.tsx'),
    'RequestLogPage',
    requestsSearch,
  ),
  page('/settings', () => import('./partners/programme-page.tsx'), 'ProgrammePage'),
  page('/settings/brand', () => import('./partners/brand-page.tsx'), 'BrandPage'),
  page('/settings/team', () => import('./team/team-page.tsx'), 'TeamPage'),
  page('/settings/audit-log', () => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage', paged),
  page('/settings/account', () => import('./accounts/account-page.tsx'), 'AccountPage', paged),
] as const

/** Addresses of the first edition, which bookmarks and mails may have. */
const MOVED = {
  '/users': '/members',
  '/leaderboards': '/boards',
  '/transactions': '/history',
  '/decisions': '/history',
  '/history/decisions': '/history',
} as const

/** An unknown address, so that the menu stays. */
const unknownPage = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    const moved = Object.entries(MOVED).find(
      ([from]) => location.pathname === from || location.pathname.startsWith(`${from}/`),
    )
    if (moved) throw redirect({ href: location.href.replace(...moved), replace: true })
  },
  component: NotFoundPage,
})

const routeTree = rootRoute.addChildren([
  ...publicPages,
  signedInRoute.addChildren([...signedInPages, unknownPage]),
])

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
