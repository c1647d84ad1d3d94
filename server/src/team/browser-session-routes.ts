import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { sourceOf } from '../audit-log/audit-event.ts'
import { SESSION_ENDED } from '../http/cookie.ts'
import { callerOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { Timestamp } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { EcosystemPath, OwnPartnerData, ownPartnerData } from '../partners/partner-data.ts'
import { findPartner } from '../partners/partner-store.ts'
import type { BrowserSessions } from './browser-session.ts'
import { personOf } from './own-account.ts'
import { SessionData, sessionData } from './session-data.ts'
import { findSessionExpiry, type SessionHolder } from './session-store.ts'
import { type SignInServices, signIn } from './sign-in.ts'
import { LoginBody, loginFailures } from './sign-in-routes.ts'
import { signOut } from './sign-out.ts'
import { RoleField } from './team-data.ts'
import { findTeamMember } from './team-store.ts'

const BrowserLoginBody = Type.Object(
  { ecosystem: EcosystemPath.properties.eco, ...LoginBody.properties },
  { examples: [{ ecosystem: 'acme-rewards', email: 'rewards@acme.example', password: 'Sunny-Day-7' }] },
)

const BrowserSessionData = Type.Object(
  {
    person: Type.Object({
      id: Type.String(),
      email: Type.String(),
      role: RoleField(),
      hasSecondFactor: Type.Boolean(),
    }),
    partner: OwnPartnerData,
    ecosystem: Type.String(),
    csrfToken: Type.String({
      description: 'Sent as the header X-CSRF-Token with every request of this session that is no GET.',
    }),
    expiresAt: Timestamp({ description: 'When the session ends unless it is used before.' }),
  },
  {
    examples: [
      {
        person: {
          id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
          email: 'rewards@acme.example',
          role: 'owner',
          hasSecondFactor: false,
        },
        partner: (OwnPartnerData as { examples?: unknown[] }).examples?.[0],
        ecosystem: 'acme-rewards',
        csrfToken: 'q5y9wq0m7c8t2Q4x6Z8b1N3d5F7h9K1smP3v0V1oJ1k',
        expiresAt: '2026-03-01T21:30:00.000Z',
      },
    ],
  },
)

type Services = SignInServices & { browserSessions: BrowserSessions }

/** Sign-in with a browser: the session is in a cookie that no script can read. */
export function browserSessionRoutes(app: App, services: Services): void {
  const { database, browserSessions } = services

  async function answer(session: Omit<SessionHolder, 'role'>) {
    const { teamMemberId: id, partnerId, sessionId, ecosystem } = session
    const member = await findTeamMember(database, { id, partnerId })
    const expiresAt = await findSessionExpiry(database, sessionId)
    if (!member || !expiresAt) throw SESSION_ENDED
    const partner = await findPartner(database, partnerId)
    assert(partner)
    return {
      person: { id, email: member.email, role: member.role, hasSecondFactor: member.hasSecondFactor },
      partner: ownPartnerData(partner),
      ecosystem,
      csrfToken: browserSessions.csrfTokenOf(sessionId),
      expiresAt: expiresAt.toISOString(),
    }
  }

  app.post(
    '/session',
    operation({
      id: 'signInBrowser',
      tag: 'Accounts',
      summary: 'Sign in with a browser',
      description:
        'Starts a session in a cookie that no script can read and that is sent to this service alone. It ends after 12 hours without use, and after 30 days. Otherwise as `loginPartner`.',
      body: BrowserLoginBody,
      message: 'Signed in',
      data: BrowserSessionData,
      failures: loginFailures,
      open: true,
    }),
    async (request, reply) => {
      const session = await signIn(
        services,
        { ...request.body, from: sourceOf(request) },
        browserSessions.start,
      )
      browserSessions.handOver(reply, session)
      reply.header('cache-control', 'no-store')
      return answer(session)
    },
  )

  app.get(
    '/session',
    operation({
      id: 'readSession',
      tag: 'Accounts',
      summary: 'Read who is signed in',
      message: 'Session returned',
      data: BrowserSessionData,
    }),
    async (request) => {
      const { subject: teamMemberId, partnerId, sessionId, ecosystem } = callerOf(request)
      return answer({ teamMemberId, partnerId, sessionId, ecosystem })
    },
  )

  app.delete(
    '/session',
    operation({
      id: 'signOutBrowser',
      tag: 'Accounts',
      summary: 'Sign out of a browser',
      description: 'Ends this session at once and takes its cookie back.',
      message: 'Signed out',
      data: SessionData,
    }),
    async (request, reply) => {
      const person = personOf(request)
      const ended = await signOut(services, person)
      if (!ended) throw SESSION_ENDED
      browserSessions.forget(reply)
      return sessionData(ended, person.sessionId)
    },
  )
}
