import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { type RecordAuditEvent, type Source, sourceOf } from '../audit-log/audit-event.ts'
import { USER_SCOPES } from '../authorization/access.ts'
import type { Database } from '../database/database.ts'
import type { App } from '../http/envelope.ts'
import { goOn, sendPage } from '../pages/send-page.ts'
import { textField } from '../pages/serve-pages.ts'
import { askToSignIn } from '../pages/sign-in-routes.ts'
import { findOwnDetails } from '../users/user-store.ts'
import { type Application, findApplication } from './application-store.ts'
import { consentPage } from './consent-page.ts'
import { giveConsent } from './give-consent.ts'
import type { Oauth } from './oauth.ts'
import { problemPage } from './oauth-pages.ts'

type Services = { database: Database; oauth: Oauth; recordAuditEvent: RecordAuditEvent; now: () => Date }

type User = { id: string; tag: string; fullname: string; avatar: string | null; email: string }

/** All that is known of a browser at the door of an application. */
type Visit = {
  interaction: Interaction
  application: Application
  clientId: string
  scopes: string[]
  user: User
  sessionId: string
}

const PATH = '/oauth/interaction/:uid'
const EXPIRED = 'This request is no longer open, or it was opened with another browser.'
const UNVERIFIED = 'Your e-mail address is not verified yet.'

/** Where a user decides about what an application asks for. */
export function consentRoutes(app: App, services: Services): void {
  const { oauth } = services

  /** What is needed to ask the user; otherwise the request is answered, and there is no visit. */
  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const { uid } = request.params as { uid: string }
    const interaction = await oauth.findInteraction(request, reply.raw)
    if (!interaction || interaction.uid !== uid) return void sendPage(reply.code(400), problemPage(EXPIRED))
    const { signedIn } = request
    if (!signedIn) return void askToSignIn(request, reply)
    const clientId = String(interaction.params.client_id)
    const application = await findApplication(services.database, clientId)
    const details = await findOwnDetails(services.database, signedIn.userId)
    if (!application || !details) return void sendPage(reply.code(400), problemPage(EXPIRED))
    if (!details.emailVerifiedAt || !details.email)
      return void sendPage(reply.code(403), problemPage(UNVERIFIED))
    const { tag, fullname, avatar, email } = details
    return {
      interaction,
      application,
      clientId,
      scopes: scopesOf(interaction),
      user: { id: signedIn.userId, tag, fullname, avatar, email },
      sessionId: signedIn.sessionId,
    }
  }

  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const { interaction, application, clientId, scopes, user } = visit
    const address = String(interaction.params.redirect_uri)
    const { formToken } = request
    const asked = { application, clientId, scopes, user, uid: interaction.uid }
    const page = consentPage({ ...asked, returnsTo: placeOf(address), formToken })
    // Browsers hold the policy for forms against every redirect that follows, the last of which leads to the application.
    return sendPage(reply, page, { formAction: `'self' ${policySourceOf(address)}` })
  })

  app.post(PATH, { schema: { hide: true } }, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const next = await decide(visit, textField(request, 'decision') === 'allow', sourceOf(request))
    return next === undefined ? askToSignIn(request, reply) : goOn(reply, next)
  })

  /** Answers where the browser goes on; nowhere when its session has ended in the meantime. */
  async function decide(visit: Visit, isAllowed: boolean, from: Source): Promise<string | undefined> {
    const { interaction, user, application } = visit
    const act = {
      subject: user.id,
      from,
      at: services.now(),
      // Not under the partner, whose team sees that log: from where a user came is not for them.
      detail: { partnerId: application.partnerId, scopes: visit.scopes },
    }
    if (!isAllowed) {
      await services.database.transaction((tx) =>
        services.recordAuditEvent(tx, { ...act, act: 'consent_refused' }),
      )
      return oauth.finish(interaction, {
        error: 'access_denied',
        error_description: 'the user refused',
      })
    }
    const grantId = await giveConsent(services, visit, (tx) =>
      services.recordAuditEvent(tx, { ...act, act: 'consent_given' }),
    )
    if (grantId === undefined) return undefined
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

/** The same as a content security policy names it. */
function policySourceOf(address: string): string {
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : protocol
}
