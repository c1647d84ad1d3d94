import type { FastifyReply, FastifyRequest } from 'fastify'
import { inEqualTime } from '../accounts/equal-time.ts'
import { sourceOf } from '../audit-log/audit-event.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import type { App } from '../http/envelope.ts'
import { FORMATS } from '../http/fields.ts'
import { resendEmailCode, verifyEmail } from '../users/verify-email.ts'
import { cardPage } from './card-page.ts'
import { field, form, hidden, type Problems } from './form.ts'
import { html } from './layout.ts'
import { ACCOUNT, nextPath, withNext } from './next-path.ts'
import { sendPage } from './send-page.ts'
import { textField } from './serve-pages.ts'
import { redirectToSignInAfter } from './sign-in-routes.ts'

type Services = {
  database: Database
  encryption: Encryption
  mailPosted: () => void
  now: () => Date
}

const VERIFY = '/account/verify'
const RESEND = `${VERIFY}/resend`
const EMAIL_NEEDED = 'Enter an e-mail address, such as name@example.com.'
const SENT = 'If this address waits for a code, a new one is on its way. The earlier code no longer works.'

export function verifyRoutes(app: App, services: Services): void {
  const { database, encryption, mailPosted, now } = services

  app.get<{ Querystring: { next?: unknown } }>(
    '/verify',
    { schema: { hide: true } },
    async (request, reply) => showVerify(request, reply, { next: nextPath(request.query.next) }),
  )

  app.post('/verify', { schema: { hide: true } }, async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const email = textField(request, 'email').trim()
    const code = textField(request, 'code').replaceAll(/\s/g, '')
    const problems = {
      ...(!isEmail(email) && { email: EMAIL_NEEDED }),
      ...(!/^\d{6}$/.test(code) && { code: 'Enter the 6 digits of the mail.' }),
    }
    if (Object.keys(problems).length > 0)
      return showVerify(request, reply.code(400), { next, email, code, problems })
    if (await inEqualTime(verifyEmail(services, { email, code, from: sourceOf(request) }, now())))
      return redirectToSignInAfter(reply, 'verified', next)
    return showVerify(request, reply.code(400), {
      next,
      email,
      problems: { code: 'The code is wrong or expired. Check it, or ask for a new one.' },
    })
  })

  app.post('/verify/resend', { schema: { hide: true } }, async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const email = textField(request, 'email').trim()
    if (!isEmail(email))
      return showVerify(request, reply.code(400), { next, email, problems: { email: EMAIL_NEEDED } })
    await inEqualTime(resendEmailCode(database, encryption, email, now()))
    mailPosted()
    return showVerify(request, reply, { next, email, notice: SENT })
  })
}

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
