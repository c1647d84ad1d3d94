import { Type } from 'typebox'
import { callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, OneOf, Timestamp, WholeNumber } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { createSlices } from '../../runtime/queues/in-slices.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import { ActivityTypeField } from '../activities/activity-body.ts'
import {
  DESCRIBED_MAX,
  findLatestProperties,
  type ListedType,
  listActivityTypes,
} from '../activities/activity-type-queries.ts'
import {
  describeProperties,
  EXAMPLES_MAX,
  PATHS_MAX,
  PROPERTY_KINDS,
  type PropertyDescription,
} from '../activities/describe-properties.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { ACTIVITY_TYPE } from '../rules/activity-type.ts'
import { listeningTo } from '../rules/listener.ts'
import { StatusField } from '../rules/rule-data.ts'
import { findRulesByActivityType } from '../rules/rule-store.ts'
import { countActivities } from './activity-day-queries.ts'
import { addDays, type DayRange } from './days.ts'
import type { ReadCounts } from './read-counts.ts'

const COUNTED_DAYS = 30
/** Each type has its latest activities read. */
export const TYPES_LISTED_MAX = 20
const LIMIT_DEFAULT = 10

const TypesQuery = Type.Object({
  type: Type.Optional(ActivityTypeField('Only this type.')),
  cursor: CursorQuery().properties.cursor,
  limit: Type.Optional(
    WholeNumber(1, TYPES_LISTED_MAX, {
      default: LIMIT_DEFAULT,
      description: `How many entries a page has, 1 to ${TYPES_LISTED_MAX}.`,
    }),
  ),
})

const PropertyData = Type.Object(
  {
    path: Type.String({ description: 'As expressions name it, below `properties`.' }),
    kinds: Type.Array(OneOf(PROPERTY_KINDS, { schemaName: 'PropertyKind' }), {
      description: 'The most frequent first.',
    }),
    activities: Type.Integer({ description: 'In how many of the activities it was.' }),
    examples: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: `Up to ${EXAMPLES_MAX} values. Only for owners and managers.`,
      }),
    ),
  },
  { schemaName: 'ActivityProperty' },
)

const ActivityTypeData = Type.Object(
  {
    type: Type.String({ examples: ['order.paid'] }),
    activities: Type.Integer({
      description: `How many there were in the last ${COUNTED_DAYS} days.`,
      examples: [1042],
    }),
    lastAt: Nullable(Timestamp({ description: 'When the latest was recorded; null when there was none.' })),
    rules: Type.Array(
      Type.Object(
        {
          ruleId: Type.String(),
          ruleName: Type.String({ description: 'Of the rule, or of the sub-rule.' }),
          status: StatusField(),
          when: Nullable(Type.String()),
        },
        { schemaName: 'ListeningRule' },
      ),
      {
        description: 'Those that listen to the type, in the order in which they are decided.',
        examples: [
          [
            {
              ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
              ruleName: 'first purchase',
              status: 'active',
              when: 'properties.total >= 50',
            },
          ],
        ],
      },
    ),
    properties: Type.Array(PropertyData, {
      description: `What the latest ${DESCRIBED_MAX} activities of the type had, the most frequent first; at most ${PATHS_MAX}.`,
      examples: [[{ path: 'total', kinds: ['number'], activities: 100, examples: [49.9, 20] }]],
    }),
  },
  {
    schemaName: 'ActivityType',
  },
)

type Services = { readCounts: ReadCounts; now: () => Date }

export function activityTypeRoutes(app: App, { readCounts, now }: Services): void {
  app.get(
    '/laas/activities/types',
    operation({
      id: 'listActivityTypes',
      tag: 'Activities',
      summary: 'List the types of activities',
      description:
        'In the order of their names: how often each was recorded, which rules listen, and which properties the latest activities had. What is listed is read when it is requested.',
      query: TypesQuery,
      message: 'Types returned',
      data: CursorPageOf(ActivityTypeData),
    }),
    (request) => {
      const partnerId = partnerOf(request)
      const { type = null, cursor, limit = LIMIT_DEFAULT } = request.query
      const after = cursor === undefined ? null : decodeCursor(cursor, (text) => ACTIVITY_TYPE.test(text))
      const { role } = callerOf(request)
      const showsExamples = role === 'owner' || role === 'manager'
      return readCounts(partnerId, async (db, edition) => {
        const found = await listActivityTypes(db, partnerId, { after, only: type, limit: limit + 1 })
        const { entries, next } = cursorPage(found, limit, (each) => each.type)
        const types = entries.map((each) => each.type)
        const [counts, rules, latest] = await Promise.all([
          countActivities(db, edition, types, latestDays(edition.timeZone, now())),
          findRulesByActivityType(db, new Map([[partnerId, types]])),
          Promise.all(types.map((each) => findLatestProperties(db, partnerId, each))),
        ])
        const slice = createSlices()
        const data = []
        for (const [index, each] of entries.entries()) {
          await slice()
          data.push({
            ...typeData(each, counts.get(each.type) ?? 0n, listeningTo(each.type, rowsOf(rules, partnerId))),
            properties: describeProperties(latest[index] ?? []).map((property) =>
              propertyData(property, showsExamples),
            ),
          })
        }
        return { data, next }
      })
    },
  )
}

function latestDays(timeZone: string, now: Date): DayRange {
  const to = dayIn(timeZone, now)
  return { from: addDays(to, 1 - COUNTED_DAYS), to }
}

const typeData = (
  { type, lastAt }: ListedType,
  activities: bigint,
  listening: ReturnType<typeof listeningTo>,
) => ({
  type,
  activities: Number(activities),
  lastAt: lastAt?.toISOString() ?? null,
  rules: listening.map(({ rule, subRule, name, trigger }) => ({
    ruleId: rule.id,
    ruleName: name,
    status: rule.status === 'inactive' ? rule.status : (subRule?.status ?? rule.status),
    when: trigger.activityCondition,
  })),
})

const propertyData = ({ examples, ...property }: PropertyDescription, showsExamples: boolean) => ({
  ...property,
  ...(showsExamples && { examples }),
})
