import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/responses/envelope.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { cardPage, field, form, hidden, type Problems } from './form.ts'
import { type Html, html, redirect, sendPage } from './layout.ts'
import {
  ACCOUNT,
  authorizationIdOf,
  type FindRequester,
  nextPath,
  type Requester,
  withNext,
} from './next-path.ts'
import { textField } from './serve-pages.ts'
import { type SignInServices, signInUser } from './sign-in-user.ts'

type Query = { Querystring: { next?: unknown; done?: unknown } }

const SIGN_IN = `${ACCOUNT}/sign-in`
const WRONG = 'The tag or e-mail address, or the password, is wrong.'

/** Says what just happened when another page redirects here. */
const NOTICES = new Map([
  ['signed-out', 'You are signed out.'],
  ['deleted', 'Your account is deleted. Partners delete what they know about you within minutes.'],
  ['signed-out-everywhere', 'You are signed out in every browser.'],
  [
    'verified',
    'Your e-mail address is verified. Now set a password: follow “Forgot your password, or never had one?”. One that was chosen in another browser no longer works.',
  ],
  ['password-set', 'Your password is set, and every browser and app is signed out. Sign in with it now.'],
])

export function userSignInRoutes(
  app: App,
  services: SignInServices & { findRequester: FindRequester },
): void {
  const { database, userSessions, now } = services

  const showSignIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Omit<SignInPage, 'requester'>,
  ) => {
    const authorizationId = authorizationIdOf(page.next)
    const requester = authorizationId ? await services.findRequester(authorizationId) : undefined
    return sendPage(reply, signInPage(request, { ...page, requester }))
  }

  app.get<Query>('/sign-in', async (request, reply) => {
    const next = nextPath(request.query.next)
    if (request.signedIn) return redirect(reply, next)
    return showSignIn(request, reply, { next, notice: NOTICES.get(String(request.query.done)) })
  })

  app.post('/sign-in', async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const login = textField(request, 'login').trim()
    const password = textField(request, 'password')
    const problems = {
      ...(login === '' && { login: 'Enter your tag or e-mail address.' }),
      ...(password === '' && { password: 'Enter your password.' }),
    }
    if (Object.keys(problems).length > 0)
      return showSignIn(request, reply.code(400), { next, login, problems })
    const cookie = await signInUser(services, { login, password, from: sourceOf(request) })
    if (!cookie)
      return showSignIn(request, reply.code(401), { next, login, problems: { login: WRONG }, isWrong: true })
    if (request.signedIn) await userSessions.end(request.signedIn)
    userSessions.cookie.set(reply, cookie)
    return continueSignedIn(reply, next)
  })

  app.post('/sign-out', async (request, reply) => {
    const { signedIn } = request
    if (signedIn) {
      await userSessions.end(signedIn)
      userSessions.cookie.clear(reply)
      const from = sourceOf(request)
      await database.transaction((tx) =>
        recordAuditEvent(tx, { subject: signedIn.userId, action: 'signed_out', from, at: now() }),
      )
    }
    const next = nextPath(textField(request, 'next'))
    return redirect(reply, next === ACCOUNT ? `${SIGN_IN}?done=signed-out` : withNext(SIGN_IN, next))
  })
}

/** Redirects to the sign-in page, which redirects back afterwards. */
export function redirectToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return redirect(reply, withNext(SIGN_IN, request.method === 'GET' ? request.url : ACCOUNT))
}

/** Redirects to the sign-in page with a notice of what was done before. */
export function redirectToSignInAfter(
  reply: FastifyReply,
  done: 'verified' | 'password-set',
  next: string,
): FastifyReply {
  const path = withNext(SIGN_IN, next)
  return redirect(reply, `${path}${path.includes('?') ? '&' : '?'}done=${done}`)
}

type SignInPage = {
  next: string
  /** The application that asks the user to sign in. */
  requester: Requester | undefined
  login?: string
  problems?: Problems
  notice?: string | undefined
  isWrong?: boolean
}

function signInPage(
  request: FastifyRequest,
  { next, requester, login = '', problems = {}, notice, isWrong = false }: SignInPage,
): Html {
  const forgot = withNext('/account/forgot-password', next)
  const fields = html`${next !== ACCOUNT && hidden('next', next)}
${field({ name: 'login', label: 'Tag or e-mail address', autocomplete: 'username', value: login }, problems)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxLength: 200 }, problems)}
<button class="button">Sign in</button>`
  return cardPage({
    title: requester ? `Sign in to continue to ${requester.applicationName}` : 'Sign in',
    brand: requester?.brand,
    notice,
    problems,
    content: html`${
      isWrong &&
      html`<p>An account opens once its e-mail address is verified and it has a password. If yours was made for you by a partner, <a href="${forgot}">set a password</a> first.</p>`
    }
${form(SIGN_IN, request.formToken, fields)}
<ul class="ways">
<li><a href="${withNext(`${ACCOUNT}/sign-up`, next)}">New here? Create an account</a></li>
<li><a href="${forgot}">Forgot your password, or never had one?</a></li>
<li><a href="${withNext('/account/verify', next)}">Verify your e-mail address</a></li>
</ul>`,
  })
}

/** The policy for forms excludes redirects to a partner, so a page in between leads there. */
export function continueSignedIn(reply: FastifyReply, next: string): FastifyReply {
  if (next.startsWith(ACCOUNT)) return redirect(reply, next)
  return sendPage(
    reply,
    cardPage({
      title: 'You are signed in',
      head: html`<meta http-equiv="refresh" content="0; url=${next}">`,
      content: html`<p><a class="button" href="${next}">Continue</a></p>`,
    }),
  )
}
