import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/responses/envelope.ts'
import { withMinimumDuration } from '../../identity/accounts/limited-mail.ts'
import { findAuthorizationOfLink, findPasswordLink } from '../../identity/accounts/password-link-store.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { hashToken } from '../../runtime/crypto/secret-token.ts'
import { findUserAccount } from '../users/user-account-store.ts'
import {
  isName,
  NAME_CHARACTERS_MAX,
  needsName,
  type PasswordServices,
  resetUserPassword,
  sendUserPasswordLink,
} from '../users/user-password.ts'
import {
  cardPage,
  checkPasswordFields,
  field,
  form,
  hidden,
  newPasswordFields,
  type Problems,
} from './form.ts'
import { html, redirect, sendPage } from './layout.ts'
import {
  ACCOUNT,
  authorizationIdOf,
  authorizationPath,
  type FindRequester,
  nextPath,
  withNext,
} from './next-path.ts'
import { passwordFields, textField } from './serve-pages.ts'
import { redirectToSignInAfter } from './sign-in-routes.ts'
import { isEmail } from './verify-routes.ts'

type Services = PasswordServices & { findRequester: FindRequester; mailPosted: () => void }

const FORGOT = '/account/forgot-password'
const RESET = '/account/reset-password'
const NAME_NEEDED = { fullname: `Enter your name, in at most ${NAME_CHARACTERS_MAX} characters.` }

export function passwordRoutes(app: App, services: Services): void {
  const { database, mailPosted, now } = services

  app.get<{ Querystring: { next?: unknown } }>('/forgot-password', async (request, reply) =>
    showForgot(request, reply, { next: nextPath(request.query.next) }),
  )

  app.post('/forgot-password', async (request, reply) => {
    const email = textField(request, 'email').trim()
    const next = nextPath(textField(request, 'next'))
    if (!isEmail(email)) {
      const problems = { email: 'Enter an e-mail address, such as name@example.com.' }
      return showForgot(request, reply.code(400), { next, email, problems })
    }
    const requestedId = authorizationIdOf(next)
    const requester = requestedId ? await services.findRequester(requestedId) : undefined
    const authorizationId = requester ? requestedId : undefined
    await withMinimumDuration(
      sendUserPasswordLink(services, { email, authorizationId, from: sourceOf(request) }),
    )
    mailPosted()
    return sendPage(
      reply,
      cardPage({
        title: 'Check your mail',
        brand: requester?.brand,
        content: html`<p role="status">If there is an account with the address <strong>${email}</strong>, a link to set its password is on its way. It is valid once, for one hour.</p>
${requester && html`<p>Open it in this browser, and you continue to <strong>${requester.applicationName}</strong> afterwards.</p>`}
<p>Nothing there? Look among the unwanted mails, or check how the address is written and <a href="${withNext(FORGOT, next)}">try again</a>.</p>`,
      }),
    )
  })

  app.get<{ Querystring: { token?: unknown } }>('/reset-password', async (request, reply) => {
    const token = String(request.query.token ?? '')
    const asksName = await findNeedsName(token)
    return asksName === undefined ? showSpent(reply) : showReset(request, reply, { token, asksName })
  })

  /** Whether the account of a link needs a name; undefined for a spent or expired link. */
  async function findNeedsName(token: string): Promise<boolean | undefined> {
    const userId = await findPasswordLink(database, 'user', hashToken(token), now())
    const account = userId && (await findUserAccount(database, userId))
    return account ? needsName(account) : undefined
  }

  app.post('/reset-password', async (request, reply) => {
    const token = textField(request, 'token')
    const pair = passwordFields(request)
    const fullname = textField(request, 'fullname').trim()
    const asksName = (await findNeedsName(token)) ?? false
    const problems = {
      ...(asksName && !isName(fullname) && NAME_NEEDED),
      ...checkPasswordFields(pair),
    }
    if (Object.keys(problems).length > 0)
      return showReset(request, reply.code(400), { token, asksName, fullname, problems })
    const from = sourceOf(request)
    const authorizationId = await findAuthorizationOfLink(database, hashToken(token))
    const outcome = await resetUserPassword(services, { token, password: pair.password, fullname, from })
    if (outcome === 'spent') return showSpent(reply)
    if (outcome === 'needsName')
      return showReset(request, reply.code(400), { token, asksName: true, fullname, problems: NAME_NEEDED })
    mailPosted()
    return authorizationId
      ? redirect(reply, `${authorizationPath(authorizationId)}?done=password-set`)
      : redirectToSignInAfter(reply, 'password-set', ACCOUNT)
  })
}

function showForgot(
  request: FastifyRequest,
  reply: FastifyReply,
  { next, email = '', problems = {} }: { next: string; email?: string; problems?: Problems },
): FastifyReply {
  const fields = html`${next !== ACCOUNT && hidden('next', next)}
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', value: email }, problems)}
<button class="button">Mail me a link</button>`
  return sendPage(
    reply,
    cardPage({
      title: 'Set a new password',
      problems,
      content: html`<p>We mail you a link with which you set the password of your account. It also verifies your e-mail address, and it is how you take over an account that a partner made for you.</p>
${form(FORGOT, request.formToken, fields)}
<ul class="ways"><li><a href="${withNext('/account/sign-in', next)}">Sign in</a></li></ul>`,
    }),
  )
}

function showReset(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    token,
    asksName,
    fullname = '',
    problems = {},
  }: { token: string; asksName: boolean; fullname?: string; problems?: Problems },
): FastifyReply {
  const fields = html`${hidden('token', token)}
${asksName && field({ name: 'fullname', label: 'Name', autocomplete: 'name', value: fullname, maxLength: NAME_CHARACTERS_MAX }, problems)}
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
