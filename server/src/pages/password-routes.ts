import type { FastifyReply, FastifyRequest } from 'fastify'
import { inEqualTime } from '../accounts/equal-time.ts'
import { findPasswordLink } from '../accounts/password-link-store.ts'
import { sourceOf } from '../audit-log/audit-event.ts'
import { hashToken } from '../crypto/secret-token.ts'
import type { App } from '../http/envelope.ts'
import { type PasswordServices, resetUserPassword, sendUserPasswordLink } from '../users/user-password.ts'
import { cardPage } from './card-page.ts'
import { checkPasswordFields, field, form, hidden, newPasswordFields, type Problems } from './form.ts'
import { html } from './layout.ts'
import { redirect, sendPage } from './send-page.ts'
import { textField } from './serve-pages.ts'
import { isEmail } from './verify-routes.ts'

type Services = PasswordServices & { mailPosted: () => void }

const FORGOT = '/account/forgot-password'
const RESET = '/account/reset-password'

export function passwordRoutes(app: App, services: Services): void {
  const { database, mailPosted, now } = services

  app.get('/forgot-password', { schema: { hide: true } }, async (request, reply) =>
    showForgot(request, reply, {}),
  )

  app.post('/forgot-password', { schema: { hide: true } }, async (request, reply) => {
    const email = textField(request, 'email').trim()
    if (!isEmail(email)) {
      const problems = { email: 'Enter an e-mail address, such as name@example.com.' }
      return showForgot(request, reply.code(400), { email, problems })
    }
    await inEqualTime(sendUserPasswordLink(services, { email, from: sourceOf(request) }))
    mailPosted()
    return sendPage(
      reply,
      cardPage({
        title: 'Check your mail',
        content: html`<p role="status">If there is an account with the address <strong>${email}</strong>, a link to set its password is on its way. It is valid once, for one hour.</p>
<p>Nothing there? Look among the unwanted mails, or check how the address is written and <a href="${FORGOT}">try again</a>.</p>`,
      }),
    )
  })

  app.get<{ Querystring: { token?: unknown } }>(
    '/reset-password',
    { schema: { hide: true } },
    async (request, reply) => {
      const token = String(request.query.token ?? '')
      const userId = await findPasswordLink(database, 'user', hashToken(token), now())
      return userId ? showReset(request, reply, { token }) : showSpent(reply)
    },
  )

  app.post('/reset-password', { schema: { hide: true } }, async (request, reply) => {
    const token = textField(request, 'token')
    const pair = {
      password: textField(request, 'password'),
      confirmPassword: textField(request, 'confirmPassword'),
    }
    const problems = checkPasswordFields(pair)
    if (Object.keys(problems).length > 0) return showReset(request, reply.code(400), { token, problems })
    const from = sourceOf(request)
    if (!(await resetUserPassword(services, { token, password: pair.password, from })))
      return showSpent(reply)
    mailPosted()
    return redirect(reply, '/account/sign-in?done=password-set')
  })
}

function showForgot(
  request: FastifyRequest,
  reply: FastifyReply,
  { email = '', problems = {} }: { email?: string; problems?: Problems },
): FastifyReply {
  const fields = html`${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', value: email }, problems)}
<button class="button">Mail me a link</button>`
  return sendPage(
    reply,
    cardPage({
      title: 'Set a new password',
      problems,
      content: html`<p>We mail you a link with which you set the password of your account. It also verifies your e-mail address, and it is how you take over an account that a partner made for you.</p>
${form(FORGOT, request.formToken, fields)}
<ul class="ways"><li><a href="/account/sign-in">Sign in</a></li></ul>`,
    }),
  )
}

function showReset(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, problems = {} }: { token: string; problems?: Problems },
): FastifyReply {
  const fields = html`${hidden('token', token)}
${newPasswordFields(problems)}
<button class="button">Set the password</button>`
  return sendPage(
    reply,
    cardPage({
      title: 'Choose your new password',
      problems,
      content: html`<p>Every browser and app that is signed in to your account will be signed out.</p>
${form(RESET, request.formToken, fields)}`,
    }),
  )
}

const showSpent = (reply: FastifyReply) =>
  sendPage(
    reply.code(400),
    cardPage({
      title: 'This link is no longer valid',
      content: html`<p>A link to set a password is valid once, for one hour, and only until a password is set.</p>
<p><a class="button" href="${FORGOT}">Ask for a new link</a></p>`,
    }),
  )
