import { type Static, Type } from 'typebox'
import { checkTimes, Time, Uuid } from '../../http/input/fields.ts'
import type { BodyCheck } from '../../http/input/validation.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { NewRuleBody, RuleChangesBody } from '../rules/rule-body.ts'
import { ACTIVITIES_MAX } from './backtest.ts'

type BodyInput = { rule?: unknown; ruleId?: unknown; changes?: unknown; from?: unknown; to?: unknown }

export const BacktestBody = Type.Object(
  {
    rule: Type.Optional(NewRuleBody),
    ruleId: Type.Optional(Uuid({ description: 'The rule to try, in place of `rule`.' })),
    changes: Type.Optional(RuleChangesBody),
    from: Time({ description: 'Tries the activities recorded at or after this time.' }),
    to: Type.Optional(
      Time({ description: 'Tries the activities recorded before this time; now by default.' }),
    ),
    asWritten: Type.Optional(
      Type.Boolean({
        must: 'be true or false',
        description:
          'Whether status, startsAt and endsAt of the rule count. Default false: the rule is active at any time.',
      }),
    ),
  },
  {
    schemaName: 'NewBacktest',
    check: (body: BodyInput) => [
      ...checkWhich(body),
      ...checkNested('rule', body.rule, NewRuleBody),
      ...checkNested('changes', body.changes, RuleChangesBody),
      ...checkTimes({ from: body.from, to: body.to }),
    ],
    examples: [
      {
        ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
        changes: { coinValue: '12.5' },
        from: '2026-02-01T00:00:00.000Z',
        to: '2026-03-01T00:00:00.000Z',
      },
    ],
  },
)

export const TRIES = `the activities of that time, at most ${ACTIVITIES_MAX.toLocaleString('en')}, the newest`

function checkWhich({ rule, ruleId, changes }: BodyInput): FieldProblem[] {
  if (rule === undefined && ruleId === undefined)
    return [wrong('ruleId', 'is required, unless there is a rule')]
  if (rule !== undefined && ruleId !== undefined)
    return [wrong('ruleId', 'must be left out when there is a rule')]
  return rule !== undefined && changes !== undefined
    ? [wrong('changes', 'must be left out when there is a rule')]
    : []
}

/** Checks terms as those of a rule, and names them by their place in this body. */
function checkNested(field: string, value: unknown, schema: object): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return []
  const { check } = schema as { check?: BodyCheck<unknown> }
  return within(field, check?.(value) ?? [])
}

export const within = (field: string, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((each) => ({ ...each, field: `${field}.${each.field}` }))

export type BacktestInput = Static<typeof BacktestBody>
