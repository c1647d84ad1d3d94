import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { checkTimes, Line, Time, Uuid, userIdOf } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, decodeCursor, encodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { ActivityTypeField } from './activity-body.ts'
import {
  ActivityData,
  activityData,
  ListedActivityData,
  listedActivityData,
  StoredActivityQuery,
} from './activity-data.ts'
import { findActivity, listActivities, SCANNED_MAX } from './activity-queries.ts'

const LIMIT_DEFAULT = 10

const ListQuery = Type.Object(
  {
    type: Type.Optional(ActivityTypeField('Only activities of this type.')),
    userId: Type.Optional(Line(100, { description: 'Only activities of this user.' })),
    reference: Type.Optional(Line(100, { description: 'Only activities with this reference.' })),
    from: Type.Optional(Time({ description: 'Only activities recorded at or after this time.' })),
    to: Type.Optional(Time({ description: 'Only activities recorded before this time.' })),
    ...CursorQuery().properties,
  },
  { check: ({ from, to }: { from?: string; to?: string }) => checkTimes({ from, to }) },
)

const isSeq = (text: string) => /^[1-9]\d{0,15}$/.test(text)
const timeOf = (time: string | undefined) => (time === undefined ? null : new Date(time))

export function activityListRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    '/laas/activities',
    operation({
      id: 'listActivities',
      tag: 'Activities',
      summary: 'List activities',
      description: `Newest first, with what came of each. A request scans ${SCANNED_MAX} activities, so a page can have fewer than \`limit\`, or none, before the last one.`,
      query: ListQuery,
      message: 'Activities returned',
      data: CursorPageOf(ListedActivityData),
    }),
    async (request) => {
      const { type = null, userId, reference = null, from, to, cursor, limit = LIMIT_DEFAULT } = request.query
      const { activities, next } = await listActivities(database, partnerOf(request), {
        type,
        userId: userId === undefined ? null : userIdOf(userId),
        reference,
        from: timeOf(from),
        to: timeOf(to),
        before: cursor === undefined ? null : BigInt(decodeCursor(cursor, isSeq)),
        limit,
      })
      return { data: activities.map(listedActivityData), next: next === null ? null : encodeCursor(next) }
    },
  )

  app.get(
    '/laas/activities/:id',
    operation({
      id: 'readActivity',
      tag: 'Activities',
      summary: 'Read an activity',
      description: 'What was told, and what came of it: awards and refusals as the call responded with them.',
      params: Type.Object({ id: Uuid() }),
      query: StoredActivityQuery,
      message: 'Activity returned',
      data: ActivityData,
      failures: [notFound('Activity')],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const activity = await findActivity(database, partnerId, request.params.id.toLowerCase())
      if (!activity) throw notFound('Activity')
      return activityData(partnerId, request.query, activity)
    },
  )
}
