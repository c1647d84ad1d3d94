import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/responses/envelope.ts'
import { verifyOwnPassword } from '../../identity/accounts/authenticate.ts'
import { endSessions, listSessions, type Session } from '../../identity/accounts/session-store.ts'
import { type AuditAction, sourceOf } from '../../identity/audit-log/audit-event.ts'
import {
  listOwnAuditEvents,
  type OwnAuditEvent,
  recordAuditEvent,
} from '../../identity/audit-log/audit-event-store.ts'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import { findUserAccount, type UserAccount } from '../users/user-account-store.ts'
import { changeUserPassword, type PasswordServices } from '../users/user-password.ts'
import { setTagHidden } from '../users/user-store.ts'
import { accountPage, notice } from './account-page.ts'
import { userOf } from './account-routes.ts'
import { checkPasswordFields, field, form, newPasswordFields, type Problems, problemSummary } from './form.ts'
import { type Html, html, moment, redirect, sendPage } from './layout.ts'
import { passwordFields, textField } from './serve-pages.ts'
import type { UserSessions } from './user-session.ts'

type Services = PasswordServices & { userSessions: UserSessions; mailPosted: () => void }

const NOTICES = new Map([
  ['password', 'Your password is changed. Every other browser and app is signed out.'],
  ['hidden', 'Public boards no longer show your tag.'],
  ['shown', 'Public boards show your tag again.'],
])

const NOT_CURRENT = 'This is not your current password.'
const SESSIONS_SHOWN = 50
const EVENTS_SHOWN = 20
const ACTIONS = new Map<AuditAction, string>([
  ['signed_in', 'Signed in'],
  ['sign_in_failed', 'Somebody tried to sign in and could not'],
  ['signed_out', 'Signed out'],
  ['sessions_ended', 'Signed out everywhere'],
  ['email_verified', 'E-mail address verified'],
  ['password_reset_asked', 'A link to set the password was mailed'],
  ['password_reset', 'Password set with a mailed link'],
  ['password_changed', 'Password changed'],
  ['consent_given', 'Connected'],
  ['consent_refused', 'Refused to connect'],
  ['partner_unlinked', 'Unlinked'],
  ['hidden_on_boards', 'Tag hidden on public boards'],
  ['shown_on_boards', 'Tag shown on public boards'],
])

export function securityRoutes(app: App, services: Services): void {
  const { database, userSessions, mailPosted, now } = services

  const show = async (request: FastifyRequest, reply: FastifyReply, problems: Problems = {}) => {
    const { userId, sessionId } = userOf(request)
    const [account, sessions, events] = await Promise.all([
      findUserAccount(database, userId),
      listSessions(database, { kind: 'user', id: userId }, { now: now(), limit: SESSIONS_SHOWN }),
      listOwnAuditEvents(database, userId, EVENTS_SHOWN),
    ])
    assert(account)
    return showSecurity(request, reply, { account, sessions, events, sessionId, problems })
  }

  app.get('/security', async (request, reply) => show(request, reply))

  app.post('/security/password', async (request, reply) => {
    const { userId, sessionId } = userOf(request)
    const input = textField(request, 'currentPassword')
    const pair = passwordFields(request)
    const current = await verifyOwnPassword(services, { kind: 'user', id: userId }, input)
    const problems = {
      ...(!current && { currentPassword: NOT_CURRENT }),
      ...checkPasswordFields(pair),
    }
    if (!current || Object.keys(problems).length > 0) return show(request, reply.code(400), problems)
    const { password } = pair
    const from = sourceOf(request)
    const cookie = await changeUserPassword(services, { userId, sessionId, current, password, from })
    if (!cookie) return show(request, reply.code(400), { currentPassword: NOT_CURRENT })
    userSessions.cookie.set(reply, cookie)
    mailPosted()
    return redirect(reply, '/account/security?done=password')
  })

  app.post('/security/public-boards', async (request, reply) => {
    const { userId } = userOf(request)
    const chosen = textField(request, 'show')
    if (chosen !== 'yes' && chosen !== 'no') throw invalidFields([wrong('show', 'must be yes or no')])
    const isHidden = chosen === 'no'
    await database.transaction(async (tx) => {
      await setTagHidden(tx, userId, isHidden, now())
      const action = isHidden ? 'hidden_on_boards' : 'shown_on_boards'
      await recordAuditEvent(tx, { subject: userId, action, from: sourceOf(request), at: now() })
    })
    return redirect(reply, `/account/security?done=${isHidden ? 'hidden' : 'shown'}`)
  })

  app.post('/security/sign-out-everywhere', async (request, reply) => {
    const { userId } = userOf(request)
    await database.transaction(async (tx) => {
      await endSessions(tx, { kind: 'user', id: userId }, {}, now())
      await recordAuditEvent(tx, {
        subject: userId,
        action: 'sessions_ended',
        from: sourceOf(request),
        at: now(),
      })
    })
    userSessions.cookie.clear(reply)
    return redirect(reply, '/account/sign-in?done=signed-out-everywhere')
  })
}

const eventRow = ({ action, partnerName, agent, address, createdAt }: OwnAuditEvent): Html => html`<li>
<span><strong>${ACTIONS.get(action) ?? action}${partnerName && `: ${partnerName}`}</strong>
<span class="note">${browserName(agent ?? '')}, ${address}</span>
<small>${moment(createdAt)}</small></span>
</li>`

/** Partners may publish their boards; the user decides whether they show the tag. */
function publicBoards(request: FastifyRequest, { isAdult, isHidden }: UserAccount): Html {
  const choice = (show: 'yes' | 'no', text: string) =>
    form(
      '/account/security/public-boards',
      request.formToken,
      html`<input type="hidden" name="show" value="${show}"><button class="button quiet">${text}</button>`,
    )
  return html`<section aria-labelledby="boards">
<h2 id="boards">On public boards</h2>
<div class="card">
<p>A partner can show its boards to everyone. They never show your name, picture or e-mail address.</p>
${
  !isAdult
    ? html`<p>Your tag is not shown either, because your account does not say that you are an adult.</p>`
    : isHidden
      ? html`<p>Your tag is hidden: your place and points are shown without it.</p>${choice('yes', 'Show my tag')}`
      : html`<p>Your tag is shown with your place and points.</p>${choice('no', 'Hide my tag')}`
}
</div>
</section>`
}

type SecurityDetails = {
  account: UserAccount
  sessions: Session[]
  events: OwnAuditEvent[]
  sessionId: string
  problems: Problems
}

function showSecurity(
  request: FastifyRequest,
  reply: FastifyReply,
  { account, sessions, events, sessionId, problems }: SecurityDetails,
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
  const row = (session: Session) => html`<li>
<span><strong>${browserName(session.agent ?? '')}${session.id === sessionId && html` <span class="badge">This browser</span>`}</strong>
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
</section>
${publicBoards(request, account)}
<section aria-labelledby="activity">
<h2 id="activity">What happened lately</h2>
<ul class="rows">${events.map(eventRow)}</ul>
</section>`,
    }),
  )
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser of a User-Agent, such as Firefox on Windows. */
function browserName(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1] ?? 'A browser'
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1]
  return system ? `${browser} on ${system}` : browser
}
