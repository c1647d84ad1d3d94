import { Type } from 'typebox'
import { TOKEN_BAD } from '../../http/edge/request-caller.ts'
import { isUuid, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { listEntries, PageOf, PageQuery, pageOfList } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { requireCaller } from '../../identity/accounts/require-caller.ts'
import { countSessions, listSessions, sessionKey } from '../../identity/accounts/session-store.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { notFound, unauthorized } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { endTeamSessions, signOut } from './end-sessions.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'
import { SessionData, sessionData } from './session-data.ts'

type Services = { database: Database; now: () => Date }

const SessionPath = Type.Object({
  ...EcosystemPath.properties,
  id: Uuid({ description: "The session's id." }),
})

/** A time that PostgreSQL reads, in milliseconds, and the id of a session. */
const isSessionKey = (text: string) => /^\d{1,14} /.test(text) && isUuid(text.slice(text.indexOf(' ') + 1))

const EndedData = Type.Object({ sessionsEnded: Type.Integer() }, { examples: [{ sessionsEnded: 3 }] })

export function sessionRoutes(app: App, { database, now }: Services): void {
  app.post(
    '/:eco/partners/logout',
    operation({
      id: 'logoutPartner',
      tag: 'Team',
      summary: 'Sign out',
      description: 'Ends this session, its refresh tokens and, within two seconds, its access tokens.',
      params: EcosystemPath,
      message: 'Signed out',
      data: SessionData,
      failures: [NOT_HERE],
    }),
    async (request) => {
      const caller = teamCallerOf(request)
      const ended = await signOut({ database, now }, caller)
      if (!ended) throw unauthorized(TOKEN_BAD)
      return sessionData(ended, caller.sessionId)
    },
  )

  app.get(
    '/:eco/partners/me/sessions',
    operation({
      id: 'listSessions',
      tag: 'Team',
      summary: 'List your sessions',
      description: 'Your open sessions, the last used first.',
      params: EcosystemPath,
      query: PageQuery(),
      message: 'Sessions returned',
      data: PageOf(SessionData),
      failures: [NOT_HERE],
    }),
    async (request) => {
      const { teamMemberId, sessionId } = teamCallerOf(request)
      const page = pageOfList(request.query, isSessionKey)
      const at = now()
      const account = { kind: 'team', id: teamMemberId } as const
      const [count, sessions] = await Promise.all([
        countSessions(database, account, at),
        listSessions(database, account, { ...page, now: at, limit: page.size + 1 }),
      ])
      const { entries, links } = listEntries(sessions, page, count, sessionKey)
      return { data: entries.map((session) => sessionData(session, sessionId)), ...links }
    },
  )

  app.delete(
    '/:eco/partners/me/sessions/:id',
    operation({
      id: 'endSession',
      tag: 'Team',
      summary: 'End one of your sessions',
      params: SessionPath,
      message: 'Session ended',
      data: SessionData,
      failures: [notFound('Session')],
    }),
    async (request) => {
      const caller = teamCallerOf(request)
      const { teamMemberId, partnerId, sessionId, from } = caller
      const { id } = request.params
      const at = now()
      const ended = await database.transaction(async (tx) => {
        const [session] = await endTeamSessions(tx, teamMemberId, { only: id }, at)
        if (!session) throw notFound('Session')
        if (id !== sessionId) await requireCaller(tx, caller)
        const detail = { session: id }
        await recordAuditEvent(tx, {
          subject: teamMemberId,
          partnerId,
          action: 'session_ended',
          from,
          at,
          detail,
        })
        return session
      })
      return sessionData(ended, sessionId)
    },
  )

  app.delete(
    '/:eco/partners/me/sessions',
    operation({
      id: 'endAllSessions',
      tag: 'Team',
      summary: 'Sign out everywhere',
      description: 'Ends all your sessions, this one included.',
      params: EcosystemPath,
      message: 'Signed out everywhere',
      data: EndedData,
      failures: [NOT_HERE],
    }),
    async (request) => {
      const caller = teamCallerOf(request)
      const { teamMemberId, partnerId, sessionId, from } = caller
      const at = now()
      return database.transaction(async (tx) => {
        const ended = await endTeamSessions(tx, teamMemberId, {}, at)
        // The own session is among them, unless it had ended before.
        if (!ended.some(({ id }) => id === sessionId)) await requireCaller(tx, caller)
        await recordAuditEvent(tx, { subject: teamMemberId, partnerId, action: 'sessions_ended', from, at })
        return { sessionsEnded: ended.length }
      })
    },
  )
}
