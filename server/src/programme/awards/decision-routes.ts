import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { checkTimes, isUuid, Line, Nullable, OneOf, Time, Uuid, userIdOf } from '../../http/input/fields.ts'
import { Reference } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import { Limit, NumberCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type FieldProblem, notFound, wrong } from '../../runtime/failure.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Db } from '../../storage/database/database.ts'
import { findShownDetailsByExternalId } from '../members/membership-store.ts'
import { findAwards } from './award-store.ts'
import { leftOf } from './decide-reversal.ts'
import { DECISION_KINDS, DECISION_OUTCOMES } from './decision.ts'
import {
  AwardDecisionData,
  awardDecisionData,
  DECISION_EXAMPLES,
  DecisionData,
  decisionData,
} from './decision-data.ts'
import { findDecision, listDecisions, SCANNED_MAX } from './decision-queries.ts'

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 20

const DecisionQuery = Type.Object(
  {
    id: Type.Optional(Line(100, { description: 'Only the decision with this id; without other filters.' })),
    kind: Type.Optional(
      OneOf([...DECISION_KINDS, 'all'], {
        schemaName: 'DecisionKindFilter',
        description:
          'Decisions of this kind, awards by default. Settlements are no decisions. A return has no coins and no user: its refunds and reversals are listed too, with its id as `returnId`.',
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
      OneOf(DECISION_OUTCOMES, { schemaName: 'Outcome', description: 'Only decisions with this outcome.' }),
    ),
    from: Type.Optional(Time({ description: 'Only decisions at or after this time.' })),
    to: Type.Optional(Time({ description: 'Only decisions before this time.' })),
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

function checkFilter(query: Record<string, unknown>): FieldProblem[] {
  const { id, before: _, cursor: __, limit: ___, ...filters } = query
  const isAlone = Object.values(filters).every((filter) => filter === undefined)
  return [
    ...(id !== undefined && !isAlone ? [wrong('id', 'must be sent without other filters')] : []),
    ...(query.userId !== undefined && query.externalId !== undefined
      ? [wrong('externalId', 'must be left out when userId is sent')]
      : []),
    ...checkTimes({ from: query.from, to: query.to }),
  ]
}

const DecisionsData = Type.Object(
  {
    decisions: Type.Array(DecisionData),
    next: Nullable(
      Type.Integer({
        description: `Send it as \`before\` to get older decisions; null when there are none. Each request scans ${SCANNED_MAX} decisions, so \`decisions\` can have fewer than \`limit\`, or none, before the last page.`,
      }),
    ),
  },
  { schemaName: 'DecisionPage', examples: [{ decisions: DECISION_EXAMPLES, next: null }] },
)

const timeOf = (time: string | undefined) => (time === undefined ? null : new Date(time))

export function decisionRoutes(app: App, { database }: { database: Db }): void {
  app.get(
    '/laas/decisions',
    operation({
      id: 'listDecisions',
      tag: 'Awards',
      summary: 'List decisions',
      description:
        'Every decided call with its outcome, its reason and what it left in the wallet, newest first: why a user got coins, or did not. Awards (paid, counted or refused) also have the counters at that time. Without `kind`, awards only.',
      query: DecisionQuery,
      message: 'Decisions returned',
      data: DecisionsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { id, kind = 'award', externalId, limit = LIMIT_DEFAULT, ...query } = request.query
      const before = query.cursor ?? query.before
      if (id !== undefined) {
        const decision = isUuid(id) ? await findDecision(database, partnerId, id) : undefined
        return { decisions: decision ? [decisionData(partnerId, decision)] : [], next: null }
      }
      const userId = externalId === undefined ? query.userId : await findUser(partnerId, externalId)
      const { decisions, next } = await listDecisions(database, partnerId, {
        kind: kind === 'all' ? null : kind,
        userId: userId === undefined ? null : userIdOf(userId),
        ruleName: query.ruleName ?? null,
        actor: query.actor ?? null,
        reference: query.reference ?? null,
        outcome: query.outcome ?? null,
        from: timeOf(query.from),
        to: timeOf(query.to),
        before: before === undefined ? null : BigInt(before),
        limit,
      })
      return {
        decisions: decisions.map((decision) => decisionData(partnerId, decision)),
        next: next === null ? null : Number(next),
      }
    },
  )

  /** Empty when there is none. */
  async function findUser(partnerId: string, externalId: string): Promise<string> {
    const found = await findShownDetailsByExternalId(database, new Map([[partnerId, [externalId]]]))
    return rowsOf(found, partnerId)[0]?.userId ?? ''
  }

  app.get(
    '/laas/rules/award/:id',
    operation({
      id: 'readAward',
      tag: 'Awards',
      summary: 'Read an award',
      description:
        'The award as `listDecisions` shows it, whatever its outcome, except that `awarded` is false once its last part is reversed.',
      params: Type.Object({ id: Uuid() }),
      message: 'Award returned',
      data: AwardDecisionData,
      failures: ['notFound'],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const [award] = await findAwards(database, partnerId, [request.params.id])
      if (!award) throw notFound('Award')
      const awarded = award.outcome === 'paid' && leftOf(award) > 0n
      return { ...awardDecisionData(partnerId, award), awarded }
    },
  )
}
