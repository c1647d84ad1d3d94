import { type Static, Type } from 'typebox'
import { checkTimes, Line, OneOf, Time, userIdOf } from '../../http/input/fields.ts'
import { Reference } from '../../http/input/label-fields.ts'
import { Limit, NumberCursor } from '../../http/input/paging.ts'
import { REASONS } from '../../http/responses/reason.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { DebitOrCreditField } from '../coins/transaction-data.ts'
import { startOfDay } from '../ledger/time-zone.ts'
import { checkDayRange, Day } from '../overview/day-range-query.ts'
import { addDays } from '../overview/days.ts'
import { DECISION_KINDS, HISTORY_KINDS, HISTORY_OUTCOMES, type HistoryKind } from './decision.ts'
import type { HistoryFilter } from './scan-queries.ts'
import { SUMMED_BY_TEXT_MAX, SUMMED_MAX } from './totals-queries.ts'

const LIMIT_MAX = 100
export const LIMIT_DEFAULT = 20

const KIND_WORDS: readonly string[] = [...HISTORY_KINDS, 'all', 'history']
const KINDS_MUST = `name kinds separated by commas (${KIND_WORDS.join(', ')})`

export const DecisionQuery = Type.Object(
  {
    id: Type.Optional(Line(100, { description: 'Only the decision with this id; without other filters.' })),
    kind: Type.Optional(
      Type.String({
        format: 'line',
        maxLength: 200,
        must: KINDS_MUST,
        description: `Lines of these kinds, separated by commas: ${HISTORY_KINDS.join(', ')}; awards by default. \`all\` stands for every decision (${DECISION_KINDS.join(', ')}), \`history\` for everything: also for settlements, which follow a decision, for coins that expired, for holds whose time was over, and for changes of memberships. A return has no coins and no user: its refunds and reversals are listed too, with its id as \`returnId\`.`,
        examples: ['all', 'transfer,refund'],
      }),
    ),
    userId: Type.Optional(Line(100, { description: 'Only decisions on this user.' })),
    externalId: Type.Optional(Line(100, { description: 'The same by your own id of the user.' })),
    ruleName: Type.Optional(
      Line(100, {
        description:
          'Only decisions on this rule or sub-rule; a combined rule includes its sub-rules. Reversals are of the rule of their award.',
      }),
    ),
    actor: Type.Optional(
      Line(100, {
        description: 'Only what this actor asked for: the id of a client secret or a team member.',
      }),
    ),
    reference: Type.Optional(Reference()),
    outcome: Type.Optional(
      OneOf(HISTORY_OUTCOMES, { schemaName: 'Outcome', description: 'Only decisions with this outcome.' }),
    ),
    reason: Type.Optional(
      OneOf(Object.keys(REASONS), {
        must: 'be the reason of a refusal, such as rule_full',
        documentedAs: { $ref: '#/components/schemas/Reason' },
        description: 'Only what was refused for this reason.',
      }),
    ),
    debitOrCredit: Type.Optional(
      DebitOrCreditField({
        description: 'Only lines of coins that enter the wallet (CR), or leave it (DE).',
      }),
    ),
    q: Type.Optional(
      Line(100, {
        description:
          'Only lines with this text in the reference, the note or the name of the rule. Capitals do not matter.',
      }),
    ),
    from: Type.Optional(Time({ description: 'Only decisions at or after this time.' })),
    to: Type.Optional(Time({ description: 'Only decisions before this time.' })),
    day: Day("Only lines of this day in the programme's time zone, in place of `from` and `to`."),
    toDay: Day('Only with `day`: the last of several days.'),
    sum: Type.Optional(
      Type.Boolean({
        default: false,
        must: 'be true or false',
        description: `Whether to sum up all lines that pass the filter, in \`totals\`. Awards, and movements of a kind with \`outcome=moved\`, are counted by day, and so are exact over whole days however many there are. Otherwise the latest ${SUMMED_MAX} lines are scanned, or ${SUMMED_BY_TEXT_MAX} with \`q\`; \`atLeast\` says that there are more.`,
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        must: `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
        description: 'The `next` of the previous response.',
      }),
    ),
    cursor: NumberCursor(),
    limit: Limit('Decisions per response', { max: LIMIT_MAX, usual: LIMIT_DEFAULT }),
  },
  { check: checkFilter },
)

type Query = Static<typeof DecisionQuery>

function checkFilter(query: Partial<Query>): FieldProblem[] {
  const { id, before: _, cursor: __, limit: ___, sum, ...filters } = query
  const isAlone = Object.values(filters).every((filter) => filter === undefined) && !sum
  const { from, to, day, toDay, kind } = query
  return [
    ...(id !== undefined && !isAlone ? [wrong('id', 'must be sent without other filters')] : []),
    ...(kind === undefined || kindsIn(kind) ? [] : [wrong('kind', `must ${KINDS_MUST}`)]),
    ...(query.userId !== undefined && query.externalId !== undefined
      ? [wrong('externalId', 'must be left out when userId is sent')]
      : []),
    ...checkTimes({ from, to }),
    ...(day !== undefined && (from !== undefined || to !== undefined)
      ? [wrong('day', 'must be sent without from and to')]
      : []),
    ...(toDay !== undefined && day === undefined ? [wrong('day', 'is required with toDay')] : []),
    ...checkDayRange({ ...(day && { from: day }), ...(toDay && { to: toDay }) }).map(() =>
      wrong('toDay', 'must not be before `day`'),
    ),
  ]
}

/** Undefined for an unknown kind. */
function kindsIn(text: string): readonly HistoryKind[] | undefined {
  const words = text.split(',')
  if (!words.every((word) => KIND_WORDS.includes(word))) return undefined
  if (words.includes('history')) return HISTORY_KINDS
  const all: readonly string[] = words.includes('all') ? [...DECISION_KINDS, ...words] : words
  return HISTORY_KINDS.filter((kind) => all.includes(kind))
}

/** The filter that a sound query names. Days are those of a time zone, which `day` needs. */
export function filterOf(query: Query, userId: string | undefined, timeZone: string): HistoryFilter {
  const { kind = 'award', q, day, toDay = day } = query
  return {
    kinds: kindsIn(kind) ?? null,
    userId: userId === undefined ? null : userIdOf(userId),
    ruleName: query.ruleName ?? null,
    actor: query.actor ?? null,
    reference: query.reference ?? null,
    outcome: query.outcome ?? null,
    reason: query.reason ?? null,
    isCredit: query.debitOrCredit === undefined ? null : query.debitOrCredit === 'CR',
    text: q?.trim() ?? null,
    from: day === undefined ? timeOf(query.from) : startOfDay(timeZone, day),
    to: toDay === undefined ? timeOf(query.to) : startOfDay(timeZone, addDays(toDay, 1)),
  }
}

const timeOf = (time: string | undefined) => (time === undefined ? null : new Date(time))
