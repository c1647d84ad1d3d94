import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { EMAIL_INVISIBLE } from '../../http/input/fields.ts'
import { findProblems } from '../../http/input/validation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { withMinimumDuration } from '../../identity/accounts/limited-mail.ts'
import { Failure, type FieldProblem } from '../../runtime/failure.ts'
import { NewUserBody } from '../users/new-user-body.ts'
import { signUp } from '../users/sign-up.ts'
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
import { ACCOUNT, authorizationIdOf, type FindRequester, nextPath, withNext } from './next-path.ts'
import { passwordFields, textField } from './serve-pages.ts'
import type { SignInServices } from './sign-in-user.ts'
import type { SignUpCookie } from './sign-up-cookie.ts'

type Services = SignInServices & {
  signUpCookie: SignUpCookie
  findRequester: FindRequester
  mailPosted: () => void
}

type Values = Record<'tag' | 'fullname' | 'email' | 'countryCode' | 'phone' | 'referralCode', string>

export const SIGN_UP = `${ACCOUNT}/sign-up`

const EMPTY: Values = { tag: '', fullname: '', email: '', countryCode: '', phone: '', referralCode: '' }

/** Names the fields as the form does, in its order. */
const NAMES: Record<string, string> = {
  tag: 'tag',
  fullname: 'name',
  email: 'e-mail address',
  countryCode: 'country code',
  phone: 'phone number',
  referralCode: 'referral code',
}

export function userSignUpRoutes(app: App, services: Services): void {
  const { signUpCookie, mailPosted, now } = services
  const problemsOf = findProblems(NewUserBody(now))

  const show = async (request: FastifyRequest, reply: FastifyReply, page: Omit<SignUpPage, 'requester'>) => {
    const authorizationId = authorizationIdOf(page.next)
    const requester = authorizationId && (await services.findRequester(authorizationId))
    return sendPage(reply, signUpPage(request, { ...page, requester }))
  }

  app.get<{ Querystring: { next?: unknown } }>('/sign-up', async (request, reply) => {
    const next = nextPath(request.query.next)
    if (request.signedIn) return redirect(reply, next)
    return show(request, reply, { next })
  })

  app.post('/sign-up', async (request, reply) => {
    const next = nextPath(textField(request, 'next'))
    const values = valuesOf(request)
    const { referralCode, ...rest } = values
    const pair = passwordFields(request)
    const body = { ...rest, ...pair, ...(referralCode && { referralCode }) }
    const problems = { ...inWords(problemsOf(body)), ...checkPasswordFields(pair) }
    if (Object.keys(problems).length > 0) return show(request, reply.code(400), { next, values, problems })
    try {
      const input = body as Static<ReturnType<typeof NewUserBody>>
      const { userId, passwordHash } = await withMinimumDuration(signUp(services, input, request.ip, now()))
      mailPosted()
      signUpCookie.set(reply, { id: userId, passwordHash })
      return redirect(reply, withNext(`${ACCOUNT}/verify`, next))
    } catch (error) {
      if (!(error instanceof Failure) || error.fields.length === 0) throw error
      return show(request, reply.code(400), { next, values, problems: inWords(error.fields) })
    }
  })
}

/** Returns the input without the spaces that people put into numbers and around words. */
function valuesOf(request: FastifyRequest): Values {
  const text = (name: keyof Values) => textField(request, name).trim()
  return {
    tag: text('tag').replace(/^@/, ''),
    fullname: text('fullname'),
    email: text('email'),
    countryCode: text('countryCode').replaceAll(/\s/g, ''),
    phone: text('phone').replaceAll(/[\s()./-]/g, ''),
    referralCode: text('referralCode').replace(/^@/, ''),
  }
}

/** The problems of fields as this page says them, in its order; passwords have words of their own. */
function inWords(problems: FieldProblem[]): Problems {
  const labelled = Object.entries(NAMES).flatMap(([name, called]) => {
    const found = problems.find(({ field: wrong }) => wrong === name)
    return found ? [[name, sentence(called, found.problem)]] : []
  })
  return Object.fromEntries(labelled)
}

function sentence(called: string, problem: string): string {
  if (problem === 'is required') return `Enter your ${called}.`
  if (problem === 'is already taken')
    return called === 'tag'
      ? 'This tag is already taken. Choose another one.'
      : 'There is an account with this address already. Sign in, or set a new password.'
  if (problem === EMAIL_INVISIBLE)
    return 'The e-mail address has characters that cannot be seen. Type it instead of pasting it.'
  if (called === NAMES.email) return 'Enter an e-mail address such as ada@mail.example.'
  return `The ${called} ${problem}.`
}

type SignUpPage = {
  next: string
  /** The application that asks the user to sign up. */
  requester: string | undefined
  values?: Values
  problems?: Problems
}

function signUpPage(request: FastifyRequest, { next, requester, values = EMPTY, problems = {} }: SignUpPage) {
  const fields = html`${next !== ACCOUNT && hidden('next', next)}
${field({ name: 'tag', label: 'Tag', hint: 'How partners and boards name you: 3 to 30 letters, digits, dots and underscores.', autocomplete: 'username', value: values.tag, maxLength: 31 }, problems)}
${field({ name: 'fullname', label: 'Name', autocomplete: 'name', value: values.fullname, maxLength: 200 }, problems)}
${field({ name: 'email', label: 'E-mail address', hint: 'We mail you a code to this address.', type: 'email', autocomplete: 'email', value: values.email }, problems)}
${field({ name: 'countryCode', label: 'Country code', hint: 'Of your phone, such as +234.', type: 'tel', autocomplete: 'tel-country-code', value: values.countryCode, maxLength: 8 }, problems)}
${field({ name: 'phone', label: 'Phone number', hint: 'Without the country code.', type: 'tel', autocomplete: 'tel-national', value: values.phone, maxLength: 30 }, problems)}
${newPasswordFields(problems, { label: 'Password' })}
${field({ name: 'referralCode', label: 'Referral code (optional)', hint: 'The tag of the person who told you about Laurel.', autocomplete: 'off', value: values.referralCode, maxLength: 31, isOptional: true }, problems)}
<button class="button">Create an account</button>`
  return cardPage({
    title: requester ? `Create an account to continue to ${requester}` : 'Create an account',
    problems,
    content: html`${form(SIGN_UP, request.formToken, fields)}
<ul class="ways">
<li><a href="${withNext(`${ACCOUNT}/sign-in`, next)}">You have an account? Sign in</a></li>
</ul>`,
  })
}
