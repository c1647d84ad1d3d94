import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { listEntries, PageOf, PageQuery, pageOfList } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { AUDIT_ACTIONS } from '../../identity/audit-log/audit-event.ts'
import { countAuditEvents, listAuditEvents } from '../../identity/audit-log/audit-event-store.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import type { Database } from '../../storage/database/database.ts'
import { NOT_HERE } from './own-account.ts'

const AuditEventData = Type.Object(
  {
    id: Type.String(),
    action: OneOf(AUDIT_ACTIONS, { schemaName: 'AuditAction', description: 'What was done.' }),
    subject: Type.String({ description: 'The account: the id of a team member, or of the partner.' }),
    actor: Type.String({
      description:
        'Who did it: the id of a team member or a client secret; for a failed sign-in, the account that was tried.',
    }),
    address: Type.String({ description: 'The address the request came from.' }),
    agent: Nullable(Type.String()),
    detail: Type.Object({}, { additionalProperties: true }),
    createdAt: Timestamp(),
  },
  {
    schemaName: 'AuditEvent',
    examples: [
      {
        id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
        action: 'role_changed',
        subject: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
        actor: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0d',
        address: '203.0.113.7',
        agent: 'Mozilla/5.0',
        detail: { role: 'manager' },
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

export function auditEventRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    '/:eco/partners/me/audit-events',
    operation({
      id: 'listAuditEvents',
      tag: 'Team',
      summary: 'List the audit events of your team',
      description: 'Who did what to the accounts of your team, when and from where, newest first.',
      roles: ['owner', 'manager'],
      params: EcosystemPath,
      query: PageQuery(),
      message: 'Audit events returned',
      data: PageOf(AuditEventData),
      failures: [NOT_HERE],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const page = pageOfList(request.query, isUuid)
      const [count, events] = await Promise.all([
        countAuditEvents(database, partnerId),
        listAuditEvents(database, partnerId, { ...page, limit: page.size + 1 }),
      ])
      const { entries, links } = listEntries(events, page, count, ({ id }) => id)
      return {
        data: entries.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
        ...links,
      }
    },
  )
}
