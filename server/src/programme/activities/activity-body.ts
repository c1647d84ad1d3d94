import { type Static, Type } from 'typebox'
import { checkTimes, Time } from '../../http/input/fields.ts'
import { checkLabels, labelFields, labelsOf } from '../../http/input/label-fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { checkMember, memberFields, memberOf } from '../coin-calls/call-fields.ts'
import { isExternalId } from '../members/external-id.ts'
import {
  ACTIVITY_TYPE,
  ACTIVITY_TYPE_LENGTH_MAX,
  ACTIVITY_TYPE_NEEDED,
  isServiceType,
} from '../rules/activity-type.ts'
import { OCCURRED_DAYS_MAX, type Properties } from './activity.ts'
import { TYPE_DAYS, TYPES_MAX } from './activity-types.ts'
import type { EnrollingRequest } from './enrol-members.ts'
import { normalizeProperties, PROPERTIES_NEEDED, propertiesProblem } from './properties.ts'

export const ACTIVITY_EXAMPLE_BODY = {
  type: 'order.paid',
  externalId: 'customer-42',
  reference: 'order-1042',
  properties: { total: 49.9, items: [{ sku: 'running-shoe', category: 'shoes', price: 49.9, quantity: 1 }] },
}

export const ActivityTypeField = (description: string) =>
  Type.String({
    pattern: ACTIVITY_TYPE.source,
    maxLength: ACTIVITY_TYPE_LENGTH_MAX,
    must: ACTIVITY_TYPE_NEEDED,
    description,
    examples: ['order.paid'],
  })

export const ActivityBody = Type.Object(
  {
    type: ActivityTypeField(
      `What happened. At most ${TYPES_MAX} different types within ${TYPE_DAYS} days; one that a rule has is always accepted. Types that begin with \`member.\` are the service's own.`,
    ),
    ...memberFields,
    properties: Type.Optional(
      Type.Unsafe<Properties>({
        type: 'object',
        additionalProperties: true,
        must: PROPERTIES_NEEDED,
        description:
          'What the conditions of rules read: a JSON object of at most 8 kB and 5 levels. Deleted with the member, or once it is past its retention.',
      }),
    ),
    occurredAt: Type.Optional(
      Time({
        description: `When it happened, at most ${OCCURRED_DAYS_MAX} days ago; now by default. Conditions see it. Limits, periods and boards go by the time of the call.`,
      }),
    ),
    enrol: Type.Optional(
      Type.Boolean({
        must: 'be true or false',
        description:
          'Whether an `externalId` that was never a member is joined first, as `POST /laas/users` would. Default false.',
      }),
    ),
    ...labelFields,
  },
  {
    schemaName: 'NewActivity',
    check: (body: ActivityInput) => [
      ...checkMember(body),
      ...checkType(body),
      ...checkProperties(body),
      ...checkTimes({ occurredAt: body.occurredAt }),
      ...checkEnrol(body),
      ...checkLabels(body),
    ],
    examples: [
      {
        type: 'profile.completed',
        userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
        properties: { city: 'Lagos' },
      },
      ACTIVITY_EXAMPLE_BODY,
    ],
  },
)

type ActivityInput = Partial<Static<typeof ActivityBody>>

function checkType({ type }: ActivityInput): FieldProblem[] {
  return typeof type === 'string' && isServiceType(type)
    ? [wrong('type', 'must not begin with "member.", which only the service itself sends')]
    : []
}

function checkProperties({ properties }: ActivityInput): FieldProblem[] {
  const problem = properties && propertiesProblem(properties)
  return problem ? [wrong('properties', problem)] : []
}

function checkEnrol({ enrol, userId, externalId }: ActivityInput): FieldProblem[] {
  if (enrol !== true) return []
  if (userId !== undefined) return [wrong('enrol', 'must be left out when userId is sent')]
  return externalId === undefined || isExternalId(externalId)
    ? []
    : [wrong('externalId', 'must have 1 to 100 visible characters')]
}

/** The activity that a sound body tells. */
export const activityRequest = (body: Static<typeof ActivityBody>): EnrollingRequest => ({
  member: memberOf(body),
  type: body.type,
  properties: body.properties === undefined ? null : normalizeProperties(body.properties),
  occurredAt: body.occurredAt === undefined ? null : new Date(body.occurredAt),
  enrol: body.enrol === true,
  ...labelsOf(body),
})
