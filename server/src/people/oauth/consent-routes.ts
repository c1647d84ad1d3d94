import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import type { App } from '../../http/responses/envelope.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { type Source, sourceOf } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { USER_SCOPES } from '../../identity/authorization/access.ts'
import { findClaimable } from '../../programme/members/claim-membership.ts'
import { redirect, sendPage } from '../pages/layout.ts'
import { authorizationPath, withNext } from '../pages/next-path.ts'
import { textField } from '../pages/serve-pages.ts'
import { redirectToSignIn, redirectToSignInAfter } from '../pages/sign-in-routes.ts'
import { SIGN_UP } from '../pages/sign-up-routes.ts'
import { findUserAccount } from '../users/user-account-store.ts'
import { type Application, findApplication } from './application-store.ts'
import { giveConsent } from './give-consent.ts'
import type { Oauth } from './oauth.ts'
import { consentPage, passwordSetPage, placeOf, problemPage } from './oauth-pages.ts'
import { CREATE_PROMPT } from './provider.ts'

type Services = AccountServices & { oauth: Oauth }

type User = { id: string; tag: string; fullname: string; avatar: string | null; email: string }

type Visit = {
  interaction: Interaction
  application: Application
  clientId: string
  scopes: string[]
  user: User
  sessionId: string
}

const PATH = authorizationPath(':uid')
const EXPIRED = 'This request is no longer open, or it was opened with another browser.'
const UNVERIFIED = 'Your e-mail address is not verified yet.'

export function consentRoutes(app: App, services: Services): void {
  const { oauth } = services

  /**
   * Reads what the consent page needs. If something is missing, sends another response and returns undefined.
   */
  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const { uid } = request.params as { uid: string }
    const interaction = await oauth.findInteraction(request, reply.raw)
    const isBack = (request.query as { done?: unknown }).done === 'password-set'
    if (!interaction || interaction.uid !== uid) {
      if (isBack) return void sendPage(reply, passwordSetPage())
      return void sendPage(reply.code(400), problemPage(EXPIRED))
    }
    const { signedIn } = request
    if (!signedIn && isBack) return void redirectToSignInAfter(reply, 'password-set', authorizationPath(uid))
    if (!signedIn && interaction.prompt.name === CREATE_PROMPT)
      return void redirect(reply, withNext(SIGN_UP, authorizationPath(uid)))
    if (!signedIn) return void redirectToSignIn(request, reply)
    const clientId = String(interaction.params.client_id)
    const application = await findApplication(services.database, clientId)
    const details = await findUserAccount(services.database, signedIn.userId)
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

  app.get(PATH, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const { interaction, application, clientId, scopes, user } = visit
    const address = String(interaction.params.redirect_uri)
    const { formToken } = request
    const { partnerId } = application
    const claimable = await findClaimable(services.database, {
      accountId: user.id,
      partnerId,
      email: user.email,
    })
    const question = { application, clientId, scopes, user, uid: interaction.uid }
    const hasClaim = claimable !== undefined
    const page = consentPage({ ...question, hasClaim, redirectsTo: placeOf(address), formToken })
    // Browsers apply the policy for forms to the redirects after them, and the last one leads to the
    // application.
    return sendPage(reply, page, { formAction: `'self' ${policySourceOf(address)}` })
  })

  app.post(PATH, async (request, reply) => {
    const visit = await receive(request, reply)
    if (!visit) return reply
    const next = await decide(visit, textField(request, 'decision') === 'allow', sourceOf(request))
    return next === undefined ? redirectToSignIn(request, reply) : redirect(reply, next)
  })

  /** Returns where to redirect; undefined when the session has ended meanwhile. */
  async function decide(visit: Visit, isAllowed: boolean, from: Source): Promise<string | undefined> {
    const { interaction, user, application } = visit
    const event = {
      subject: user.id,
      from,
      at: services.now(),
      // The event is not the partner's, whose team reads that log: it must not see a user's address.
      detail: { partnerId: application.partnerId, scopes: visit.scopes },
    }
    if (!isAllowed) {
      await services.database.transaction((tx) =>
        recordAuditEvent(tx, { ...event, action: 'consent_refused' }),
      )
      return oauth.finish(interaction, {
        error: 'access_denied',
        error_description: 'the user refused',
      })
    }
    const grantId = await giveConsent(services, visit, (tx) =>
      recordAuditEvent(tx, { ...event, action: 'consent_given' }),
    )
    if (grantId === undefined) return undefined
    return oauth.finish(interaction, {
      login: { accountId: user.id },
      consent: { grantId },
      [CREATE_PROMPT]: {},
    })
  }
}

/** The requested scopes that exist. */
function scopesOf({ params }: Interaction): string[] {
  const names = String(params.scope ?? '').split(' ')
  return Object.keys(USER_SCOPES).filter((scope) => names.includes(scope))
}

/** A redirect address as a content security policy names it. */
function policySourceOf(address: string): string {
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : protocol
}
