import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { USER_SCOPES } from '../auth/access.ts'
import type { Html } from '../pages/layout.ts'
import type { Database } from '../platform/database.ts'
import type { Seal } from '../platform/seal.ts'
import { findOwnDetails } from '../users/user-store.ts'
import { type Application, findApplication } from './application-store.ts'
import { consentPage } from './consent-page.ts'
import { giveConsent } from './give-consent.ts'
import type { FindSignedInUser, Oauth } from './oauth.ts'
import { problemPage } from './oauth-pages.ts'

type Services = {
  database: Database
  seal: Seal
  oauth: Oauth
  findSignedInUser: FindSignedInUser
  now: () => Date
}

type User = { id: string; tag: string; fullname: string; avatar: string | null; email: string }

/** All that is known of a browser at the door of an application. */
type Visit = {
  interaction: Interaction
  application: Application
  clientId: string
  scopes: string[]
  user: User
  csrf: Buffer
}

const PATH = '/oauth/interaction/:uid'
const EXPIRED = 'This request is no longer open, or it was opened with another browser.'
const UNVERIFIED = 'Your e-mail address is not verified yet.'

/** Where a user decides about what an application asks for. */
export function consentRoutes(app: FastifyInstance, services: Services): void {
  const { seal, oauth } = services

  /** What is needed to ask the user; otherwise the request is answered, and there is no visit. */
  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const { uid } = request.params as { uid: string }
    const interaction = await oauth.findInteraction(request, reply.raw)
    if (!interaction || interaction.uid !== uid) return void sendPage(reply, problemPage(EXPIRED), 400)
    const signedIn = await services.findSignedInUser(request)
    if (!signedIn) {
      const next = encodeURIComponent(`/oauth/interaction/${uid}`)
      return void reply.redirect(`/account/sign-in?next=${next}`, 303)
    }
    const clientId = String(interaction.params.client_id)
    const application = await findApplication(services.database, clientId)
    const details = await findOwnDetails(services.database, signedIn.userId)
    if (!application || !details) return void sendPage(reply, problemPage(EXPIRED), 400)
    if (!details.emailVerifiedAt || !details.email) return void sendPage(reply, problemPage(UNVERIFIED), 403)
    const { tag, fullname, avatar, email } = details
    return {
      interaction,
      application,
      clientId,
      scopes: scopesOf(interaction),
      user: { id: signedIn.userId, tag, fullname, avatar, email },
      csrf: seal.fingerprint('consent', `${uid} ${signedIn.sessionId}`),
    }
  }

  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const { interaction, csrf, ...known } = visit
    const page = consentPage({
      ...known,
      uid: interaction.uid,
      returnsTo: placeOf(String(interaction.params.redirect_uri)),
      csrf: csrf.toString('base64url'),
    })
    return sendPage(reply, page)
  })

  app.post(PATH, { schema: { hide: true } }, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '')
    if (!isSame(visit.csrf, form.get('csrf'))) return sendPage(reply, problemPage(EXPIRED), 403)
    return reply.redirect(await decide(visit, form.get('decision') === 'allow'), 303)
  })

  async function decide(visit: Visit, isAllowed: boolean): Promise<string> {
    const { interaction, user } = visit
    if (!isAllowed) {
      return oauth.finish(interaction, {
        error: 'access_denied',
        error_description: 'the user refused',
      })
    }
    const grantId = await giveConsent(services, visit)
    return oauth.finish(interaction, { login: { accountId: user.id }, consent: { grantId } })
  }
}

/** Of what was asked for, what there is. */
function scopesOf({ params }: Interaction): string[] {
  const asked = String(params.scope ?? '').split(' ')
  return Object.keys(USER_SCOPES).filter((scope) => asked.includes(scope))
}

/** A return address as a user can judge it. */
function placeOf(address: string): string {
  const { protocol, host } = new URL(address)
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`
}

function isSame(expected: Buffer, given: string | null): boolean {
  const bytes = Buffer.from(given ?? '', 'base64url')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

function sendPage(reply: FastifyReply, page: Html, code = 200): FastifyReply {
  return reply
    .code(code)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page.toString())
}
