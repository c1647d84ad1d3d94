import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from '../frame/layout-routes.tsx'
import { textOf } from '../shared/search.ts'
import { loadSession } from './load-session.ts'
import { SignInPage } from './sign-in-page.tsx'

/** The mailed links carry both. */
const mailed = (search: Record<string, unknown>) => ({ token: textOf(search.token), eco: textOf(search.eco) })

export const sessionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string; eco?: string } => ({
      next: ownPath(search.next),
      eco: textOf(search.eco),
    }),
    beforeLoad: async ({ search: { next } }) => {
      // Whoever cannot be asked for now may still sign in.
      const session = await loadSession().catch(() => null)
      if (session) throw redirect({ href: next ?? '/' })
    },
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up',
    validateSearch: (search: Record<string, unknown>): { eco?: string } => ({ eco: textOf(search.eco) }),
    component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    validateSearch: (search: Record<string, unknown>): { eco?: string } => ({ eco: textOf(search.eco) }),
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: mailed,
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    validateSearch: mailed,
    component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/confirm-email',
    validateSearch: mailed,
    component: lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
] as const

/** Only a path of the dashboard itself, so that no link can lead a person elsewhere after the sign-in. */
function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined
}
