import type { FastifyReply, FastifyRequest } from 'fastify'
import { sourceOf } from '../audit-log/audit-event.ts'
import type { App } from '../http/envelope.ts'
import { holdPassword } from '../users/account-store.ts'
import { cardPage } from './card-page.ts'
import { field, form, hidden, type Problems } from './form.ts'
import { html } from './layout.ts'
import { ACCOUNT, nextPath } from './next-path.ts'
import { goOn, sendPage } from './send-page.ts'
import { textField } from './serve-pages.ts'
import { type OpeningServices, openAccount } from './sign-in.ts'
import type { UserSessions } from './user-session.ts'

type Services = OpeningServices & { userSessions: UserSessions }
type Query = { Querystring: { next?: unknown; done?: unknown } }

const SIGN_IN = `${ACCOUNT}/sign-in`
const WRONG = 'The tag or e-mail address, or the password, is wrong.'

/** What has just happened, when another page leads here. */
const NOTICES = new Map([
  ['signed-out', 'You are signed out.'],
  ['signed-out-everywhere', 'You are signed out in every browser.'],
  ['verified', 'Your e-mail address is verified. Sign in, or set a password if you have none yet.'],
  ['password-set', 'Your password is set, and every browser and app is signed out. Sign in with it now.'],
])

export function signInRoutes(app: App, services: Services): void {
  const { database, userSessions, recordAuditEvent, now } = services

  app.get<Query>('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    const next = nextPath(request.query.next)
    if (request.signedIn) return goOn(reply, next)
    return showSignIn(request, reply, { next, notice: NOTICES.get(String(request.query.done)) })
  })

  app.post('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const login = textField(request, 'login').trim()
    const password = textField(request, 'password')
    const problems = {
      ...(login === '' && { login: 'Enter your tag or e-mail address.' }),
      ...(password === '' && { password: 'Enter your password.' }),
    }
    if (Object.keys(problems).length > 0)
      return showSignIn(request, reply.code(400), { next, login, problems })
    const account = await openAccount(services, { login, password, from: sourceOf(request) })
    if (account && request.signedIn) await userSessions.end(request.signedIn, reply)
    const isSignedIn = await database.transaction(async (tx) => {
      // A password that was set anew meanwhile has ended all sessions, and must end this one.
      if (!account?.passwordHash || !(await holdPassword(tx, account.id, account.passwordHash))) return false
      await userSessions.start(tx, account.id, reply)
      await recordAuditEvent(tx, {
        subject: account.id,
        act: 'signed_in',
        from: sourceOf(request),
        at: now(),
      })
      return true
    })
    if (!isSignedIn)
      return showSignIn(request, reply.code(401), { next, login, problems: { login: WRONG }, isWrong: true })
    return next.startsWith(ACCOUNT) ? goOn(reply, next) : leadOn(reply, next)
  })

  app.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
    const { signedIn } = request
    if (signedIn) {
      await userSessions.end(signedIn, reply)
      const from = sourceOf(request)
      await database.transaction((tx) =>
        recordAuditEvent(tx, { subject: signedIn.userId, act: 'signed_out', from, at: now() }),
      )
    }
    const next = nextPath(textField(request, 'next'))
    return goOn(
      reply,
      next === ACCOUNT ? `${SIGN_IN}?done=signed-out` : `${SIGN_IN}?next=${encodeURIComponent(next)}`,
    )
  })
}

/** Leads whoever is not signed in to the sign-in page, and back afterwards. */
export function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === 'GET' ? request.url : ACCOUNT
  return goOn(reply, next === ACCOUNT ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`)
}

function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    next,
    login = '',
    problems = {},
    notice,
    isWrong = false,
  }: {
    next: string
    login?: string
    problems?: Problems
    notice?: string | undefined
    isWrong?: boolean
  },
): FastifyReply {
  const fields = html`${next !== ACCOUNT && hidden('next', next)}
${field({ name: 'login', label: 'Tag or e-mail address', autocomplete: 'username', value: login }, problems)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxLength: 200 }, problems)}
<button class="button">Sign in</button>`
  return sendPage(
    reply,
    cardPage({
      title: 'Sign in',
      notice,
      problems,
      content: html`${
        isWrong &&
        html`<p>An account opens once its e-mail address is verified and it has a password. If yours was made for you by a partner, <a href="/account/forgot-password">set a password</a> first.</p>`
      }
${form(SIGN_IN, request.formToken, fields)}
<ul class="ways">
<li><a href="/account/forgot-password">Forgot your password, or never had one?</a></li>
<li><a href="/account/verify">Verify your e-mail address</a></li>
</ul>`,
    }),
  )
}

/** Where a form may lead holds for redirects too, and a partner's address is not among them: a page of its own makes it a new step. */
function leadOn(reply: FastifyReply, next: string): FastifyReply {
  return sendPage(
    reply,
    cardPage({
      title: 'You are signed in',
      head: html`<meta http-equiv="refresh" content="0; url=${next}">`,
      content: html`<p><a class="button" href="${next}">Go on</a></p>`,
    }),
  )
}
