import { Type } from 'typebox'
import { Line } from '../../http/input/fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { CONDITION_LENGTH_MAX, type ConditionKind, parseCondition } from '../conditions/condition.ts'
import {
  ACTIVITY_TYPE,
  ACTIVITY_TYPE_LENGTH_MAX,
  ACTIVITY_TYPE_NEEDED,
  isServiceType,
  SERVICE_TYPES,
} from './activity-type.ts'

const PRIORITY_MAX = 1_000_000
const EXPRESSION_MUST = `be an expression of at most ${CONDITION_LENGTH_MAX} characters, without control characters, or null`
const GROUP_MUST = 'be one line of text of at most 100 characters, or null'

const Expression = (description: string, examples: string[]) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: CONDITION_LENGTH_MAX, format: 'prose' }), Type.Null()], {
      must: EXPRESSION_MUST,
      description,
      examples,
    }),
  )

/** Which activities award a rule or a sub-rule. */
export const triggerFields = {
  activityType: Type.Optional(
    Type.Union(
      [Type.String({ pattern: ACTIVITY_TYPE.source, maxLength: ACTIVITY_TYPE_LENGTH_MAX }), Type.Null()],
      {
        must: `${ACTIVITY_TYPE_NEEDED}, or null`,
        description:
          'The type of activities that award it; null when it is only awarded by name (default). Of a combined rule, the sub-rules have it.',
        examples: ['order.paid'],
      },
    ),
  ),
  when: Expression(
    'For which activities of the type: a condition in the Common Expression Language; null for all (default).',
    ['properties.total >= 50'],
  ),
}

/** How a rule takes part in the decision of an activity. */
export const activityFields = {
  ...triggerFields,
  unitsFrom: Expression(
    'The units of an activity: an expression. Required for a per-unit rule with an activityType, null for others.',
    ['properties.total'],
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: -PRIORITY_MAX,
      maximum: PRIORITY_MAX,
      must: `be a whole number from -${PRIORITY_MAX} to ${PRIORITY_MAX}`,
      description:
        'Of the rules that match an activity, those with a higher priority are decided first, then older ones. Default 0.',
    }),
  ),
  exclusiveGroup: Type.Optional(
    Type.Union([Line(100), Type.Null()], {
      must: GROUP_MUST,
      description:
        'Of the rules with the same text here, the first that pays or counts for an activity excludes the others; null for none (default).',
      examples: ['seasonal'],
    }),
  ),
}

export type TriggerInput = { activityType?: string | null; when?: string | null }
export type ActivityInput = TriggerInput & { unitsFrom?: string | null; rules?: TriggerInput[] }

/** Problems of types and expressions, by themselves. */
export function checkTriggers({ unitsFrom, rules, ...rule }: ActivityInput): FieldProblem[] {
  return [
    ...checkTrigger(rule, ''),
    ...checkExpression('unitsFrom', unitsFrom, 'units'),
    ...(Array.isArray(rules)
      ? rules.flatMap((sub, index) => (isObject(sub) ? checkTrigger(sub, `rules[${index}].`) : []))
      : []),
  ]
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

function checkTrigger({ activityType, when }: TriggerInput, path: string): FieldProblem[] {
  const types: readonly string[] = SERVICE_TYPES
  const isUnknown =
    typeof activityType === 'string' && isServiceType(activityType) && !types.includes(activityType)
  return [
    ...(isUnknown
      ? [wrong(`${path}activityType`, `must be ${types.join(' or ')} if it begins with "member."`)]
      : []),
    ...checkExpression(`${path}when`, when, 'when'),
  ]
}

/** An empty expression counts as none. */
function checkExpression(field: string, source: unknown, kind: ConditionKind): FieldProblem[] {
  if (typeof source !== 'string' || expressionOf(source) === null || source.length > CONDITION_LENGTH_MAX)
    return []
  const parsed = parseCondition(source, kind)
  return 'problem' in parsed ? [wrong(field, `is no valid expression: ${parsed.problem}`)] : []
}

export const expressionOf = (source: string | null): string | null =>
  source === null || source.trim() === '' ? null : source
