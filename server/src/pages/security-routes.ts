import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countAttempt, forgetAttempts } from '../platform/attempts.ts'
import { tooMany } from '../platform/failure.ts'
import { verifyPassword } from '../platform/passwords.ts'
import type { App } from '../platform/wire.ts'
import { type Account, findAccount } from '../users/account-store.ts'
import { accountPage, notice } from './account-page.ts'
import { userOf } from './account-routes.ts'
import { browserName } from './browser-name.ts'
import { checkPasswordFields, field, form, newPasswordFields, type Problems, problemSummary } from './form.ts'
import { html, moment } from './layout.ts'
import { goOn, sendPage } from './send-page.ts'
import { textField } from './serve-pages.ts'
import { changePassword, type PasswordServices } from './set-password.ts'
import type { UserSessions } from './user-session.ts'
import { endUserSessions, type UserSession } from './user-session-store.ts'

type Services = PasswordServices & { userSessions: UserSessions; mailPosted: () => void }

const TRIES = { max: 10, windowSeconds: 15 * 60 }
const NOTICES = new Map([
  ['password', 'Your password is changed. Every other browser and app is signed out.'],
])

/** Where a user is signed in, and with what. */
export function securityRoutes(app: App, services: Services): void {
  const { database, seal, userSessions, mailPosted, now } = services

  const show = async (request: FastifyRequest, reply: FastifyReply, problems: Problems = {}) => {
    const { userId, sessionId } = userOf(request)
    const [account, sessions] = await Promise.all([findAccount(database, userId), userSessions.list(userId)])
    assert(account)
    return showSecurity(request, reply, { account, sessions, sessionId, problems })
  }

  app.get('/security', { schema: { hide: true } }, async (request, reply) => show(request, reply))

  app.post('/security/password', { schema: { hide: true } }, async (request, reply) => {
    const { userId, sessionId } = userOf(request)
    const given = textField(request, 'currentPassword')
    const pair = {
      password: textField(request, 'password'),
      confirmPassword: textField(request, 'confirmPassword'),
    }
    const key = seal.fingerprint('password change', userId)
    const tries = await countAttempt(database, key, TRIES, now())
    if (!tries.allowed)
      throw tooMany(`Too many tries; try again in ${tries.retryAfterSeconds} s.`, tries.retryAfterSeconds)
    const account = await findAccount(database, userId)
    const right = await verifyPassword(given, account?.passwordHash)
    const problems = {
      ...(!right && { currentPassword: 'This is not your current password.' }),
      ...checkPasswordFields(pair),
    }
    if (right) await forgetAttempts(database, key)
    if (Object.keys(problems).length > 0) return show(request, reply.code(400), problems)
    await changePassword(services, { userId, sessionId, password: pair.password })
    mailPosted()
    return goOn(reply, '/account/security?done=password')
  })

  app.post('/security/sign-out-everywhere', { schema: { hide: true } }, async (request, reply) => {
    await endUserSessions(database, userOf(request).userId, now())
    userSessions.forget(reply)
    return goOn(reply, '/account/sign-in?done=signed-out-everywhere')
  })
}

function showSecurity(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    account,
    sessions,
    sessionId,
    problems,
  }: { account: Account; sessions: UserSession[]; sessionId: string; problems: Problems },
): FastifyReply {
  const title = 'Security'
  const failed = Object.keys(problems).length > 0
  const { done } = request.query as { done?: unknown }
  const fields = html`${field(
    {
      name: 'currentPassword',
      label: 'Current password',
      type: 'password',
      autocomplete: 'current-password',
      maxLength: 200,
    },
    problems,
  )}
${newPasswordFields(problems)}
<button class="button">Change the password</button>`
  const row = (session: UserSession) => html`<li>
<span><strong>${browserName(session.agent)}${session.id === sessionId && html` <span class="badge">This browser</span>`}</strong>
<span class="note">${session.address}</span>
<small>Signed in on ${moment(session.createdAt)}</small>
<small>Last used on ${moment(session.lastUsedAt)}</small></span>
</li>`
  return sendPage(
    reply,
    accountPage(request, {
      title: failed ? `Error: ${title}` : title,
      current: 'security',
      body: html`<h1>${title}</h1>
${notice(NOTICES.get(String(done)))}
${problemSummary(problems)}
<section aria-labelledby="you">
<h2 id="you">Your account</h2>
<dl class="card facts">
<div><dt>Tag</dt><dd>@${account.tag}</dd></div>
<div><dt>E-mail address</dt><dd>${account.email}</dd></div>
</dl>
</section>
<section aria-labelledby="sessions">
<h2 id="sessions">Where you are signed in</h2>
<ul class="rows">${sessions.map(row)}</ul>
${form('/account/security/sign-out-everywhere', request.formToken, html`<button class="button quiet">Sign out everywhere</button>`)}
</section>
<section aria-labelledby="change">
<h2 id="change">Change your password</h2>
<div class="card">
<p>You stay signed in here; every other browser and app is signed out.</p>
${form('/account/security/password', request.formToken, fields)}
</div>
</section>`,
    }),
  )
}
