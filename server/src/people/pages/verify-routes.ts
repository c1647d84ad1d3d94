import type { FastifyReply, FastifyRequest } from 'fastify'
import { FORMATS } from '../../http/input/fields.ts'
import type { App } from '../../http/responses/envelope.ts'
import { withMinimumDuration } from '../../identity/accounts/limited-mail.ts'
import { type Source, sourceOf } from '../../identity/audit-log/audit-event.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { resendEmailCode, verifyEmail } from '../users/verify-email.ts'
import { cardPage, field, form, hidden, type Problems } from './form.ts'
import { html, sendPage } from './layout.ts'
import { ACCOUNT, nextPath, withNext } from './next-path.ts'
import { textField } from './serve-pages.ts'
import { continueSignedIn, redirectToSignInAfter } from './sign-in-routes.ts'
import { type SignInServices, startSession } from './sign-in-user.ts'
import type { MadeAccount, SignUpCookie } from './sign-up-cookie.ts'

type Services = SignInServices & { signUpCookie: SignUpCookie; mailPosted: () => void }

const VERIFY = '/account/verify'
const RESEND = `${VERIFY}/resend`
const EMAIL_NEEDED = 'Enter an e-mail address, such as name@example.com.'
const SENT = 'If this address waits for a code, a new one is on its way. The earlier code no longer works.'

export function verifyRoutes(app: App, services: Services): void {
  const { database, encryption, userSessions, signUpCookie, mailPosted, now } = services

  app.get<{ Querystring: { next?: unknown } }>('/verify', async (request, reply) => {
    const next = nextPath(request.query.next)
    const made = await signUpCookie.find(request)
    if (!made?.email || made.emailVerifiedAt) return showVerify(request, reply, { next })
    const notice = `We mailed a code to ${made.email}. Enter it, and your account is ready. Your tag is @${made.signUpTag ?? made.tag}.`
    return showVerify(request, reply, { next, email: made.email, notice })
  })

  app.post('/verify', async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const email = textField(request, 'email').trim()
    const code = textField(request, 'code').replaceAll(/\s/g, '')
    const problems = {
      ...(!isEmail(email) && { email: EMAIL_NEEDED }),
      ...(!/^\d{6}$/.test(code) && { code: 'Enter the 6 digits of the mail.' }),
    }
    if (Object.keys(problems).length > 0)
      return showVerify(request, reply.code(400), { next, email, code, problems })
    const from = sourceOf(request)
    const made = await signUpCookie.find(request)
    if (await withMinimumDuration(verifyEmail(services, { email, code, from, made }, now()))) {
      const cookie = made && (await signInMaker(made, email, from))
      if (!cookie) return redirectToSignInAfter(reply, 'verified', next)
      if (request.signedIn) await userSessions.end(request.signedIn)
      userSessions.cookie.set(reply, cookie)
      signUpCookie.clear(reply)
      return continueSignedIn(reply, next)
    }
    return showVerify(request, reply.code(400), {
      next,
      email,
      problems: { code: 'The code is wrong or expired. Check it, or ask for a new one.' },
    })
  })

  /** Signs in who made the account in this browser, and so knows its password. */
  async function signInMaker(made: MadeAccount, email: string, from: Source): Promise<string | undefined> {
    if (!isSameEmail(made.email ?? '', email)) return undefined
    const { id: userId, passwordHash } = made
    return startSession(services, { userId, passwordHash, from })
  }

  app.post('/verify/resend', async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const email = textField(request, 'email').trim()
    if (!isEmail(email))
      return showVerify(request, reply.code(400), { next, email, problems: { email: EMAIL_NEEDED } })
    await withMinimumDuration(resendEmailCode(database, encryption, email, now()))
    mailPosted()
    return showVerify(request, reply, { next, email, notice: SENT })
  })
}

const isSameEmail = (left: string, right: string) => emailKey(left) === emailKey(right)

export const isEmail = (value: string) => value.length <= 254 && FORMATS.email(value)

function showVerify(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    next,
    email = '',
    code = '',
    problems = {},
    notice,
  }: { next: string; email?: string; code?: string; problems?: Problems; notice?: string },
): FastifyReply {
  const fields = html`${next !== ACCOUNT && hidden('next', next)}
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', value: email }, problems)}
${field(
  {
    name: 'code',
    label: 'Code',
    hint: 'The 6 digits that we mailed you. They are valid for 10 minutes.',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 12,
    value: code,
  },
  problems,
)}
<div class="actions">
<button class="button">Verify</button>
<button class="button quiet" formaction="${RESEND}">Send a new code</button>
</div>`
  return sendPage(
    reply,
    cardPage({
      title: 'Verify your e-mail address',
      notice,
      problems,
      content: html`${form(VERIFY, request.formToken, fields)}
<ul class="ways"><li><a href="${withNext('/account/sign-in', next)}">Sign in</a></li></ul>`,
    }),
  )
}
