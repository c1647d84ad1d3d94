import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { SESSION_ENDED } from '../../http/edge/cookie.ts'
import { callerOf } from '../../http/edge/request-caller.ts'
import { Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { csrfTokenOf } from '../../identity/accounts/csrf.ts'
import { findSessionExpiry } from '../../identity/accounts/session-store.ts'
import { sourceOf } from '../../identity/audit-log/audit-event.ts'
import { EcosystemPath, OwnPartnerData, ownPartnerData } from '../../programme/partners/partner-data.ts'
import { withSettings } from '../../programme/partners/partner-routes.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import { signOut } from './end-sessions.ts'
import { teamCallerOf } from './own-account.ts'
import { SessionData, sessionData } from './session-data.ts'
import { LoginBody, loginFailures } from './sign-in-routes.ts'
import { type SignInServices, signIn } from './sign-in-team.ts'
import type { TeamSessions } from './team-browser-session.ts'
import { RoleField } from './team-data.ts'
import { findTeamMember, type SessionHolder } from './team-store.ts'

const BrowserLoginBody = Type.Object(
  { ecosystem: EcosystemPath.properties.eco, ...LoginBody.properties },
  { examples: [{ ecosystem: 'acme-rewards', email: 'rewards@acme.example', password: 'Sunny-Day-7' }] },
)

const BrowserSessionData = Type.Object(
  {
    person: Type.Object(
      {
        id: Type.String(),
        email: Type.String(),
        role: RoleField(),
        hasSecondFactor: Type.Boolean(),
      },
      { schemaName: 'SignedInPerson' },
    ),
    partner: OwnPartnerData,
    ecosystem: Type.String(),
    csrfToken: Type.String({
      description: 'Send it in the header X-CSRF-Token with every request of this session except GET.',
    }),
    expiresAt: Timestamp({ description: 'When the session ends unless it is used again.' }),
  },
  {
    schemaName: 'BrowserSession',
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

type Services = SignInServices & { teamSessions: TeamSessions }

export function browserSessionRoutes(app: App, services: Services): void {
  const { database, encryption, teamSessions, now } = services

  async function sessionBody(session: Omit<SessionHolder, 'role' | 'email'>) {
    const { teamMemberId: id, partnerId, sessionId, ecosystem } = session
    const member = await findTeamMember(database, { id, partnerId })
    const expiresAt = await findSessionExpiry(database, sessionId)
    if (!member || !expiresAt) throw SESSION_ENDED
    const partner = await findPartner(database, partnerId)
    assert(partner)
    return {
      person: { id, email: member.email, role: member.role, hasSecondFactor: member.hasSecondFactor },
      partner: ownPartnerData(await withSettings(database, partner, now())),
      ecosystem,
      csrfToken: csrfTokenOf(encryption, sessionId),
      expiresAt: expiresAt.toISOString(),
    }
  }

  app.post(
    '/session',
    operation({
      id: 'signInBrowser',
      tag: 'Team',
      summary: 'Sign in with a browser',
      description:
        'Starts a session in a cookie that scripts cannot read and that is sent only to this service. The session ends after 12 hours without use, and after 30 days in any case. Otherwise like `loginPartner`.',
      body: BrowserLoginBody,
      ignoresUnknown: 'body',
      message: 'Signed in',
      data: BrowserSessionData,
      failures: loginFailures,
      open: true,
    }),
    async (request, reply) => {
      const login = { ...request.body, from: sourceOf(request) }
      const { cookie, ...session } = await signIn(services, login, async (tx, session, at) => {
        const { sessionId: id, teamMemberId: accountId, from } = session
        return { ...session, cookie: await teamSessions.start(tx, { id, accountId, from }, at) }
      })
      teamSessions.cookie.set(reply, cookie)
      return sessionBody(session)
    },
  )

  app.get(
    '/session',
    operation({
      id: 'readSession',
      tag: 'Team',
      summary: 'Read who is signed in',
      message: 'Session returned',
      data: BrowserSessionData,
      isUncompressed: true,
    }),
    async (request) => {
      const { subject: teamMemberId, partnerId, sessionId, ecosystem } = callerOf(request)
      return sessionBody({ teamMemberId, partnerId, sessionId, ecosystem })
    },
  )

  app.delete(
    '/session',
    operation({
      id: 'signOutBrowser',
      tag: 'Team',
      summary: 'Sign out of a browser',
      description: 'Ends this session at once and clears its cookie.',
      message: 'Signed out',
      data: SessionData,
    }),
    async (request, reply) => {
      const caller = teamCallerOf(request)
      const ended = await signOut(services, caller)
      if (!ended) throw SESSION_ENDED
      teamSessions.cookie.clear(reply)
      return sessionData(ended, caller.sessionId)
    },
  )
}
