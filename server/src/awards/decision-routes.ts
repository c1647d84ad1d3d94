import { Type } from 'typebox'
import type { Db } from '../database/database.ts'
import { partnerOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { wrong } from '../http/failure.ts'
import { isUuid, Line, Nullable, OneOf, Timestamp } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { Limit, NumberCursor } from '../http/paging.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { FoundAward } from './award.ts'
import {
  AWARD_EXAMPLE,
  AwardData,
  awardData,
  awardRefusal,
  COUNTERS_EXAMPLE,
  CountersData,
  countersData,
} from './award-data.ts'
import { findAwards } from './award-store.ts'
import { REFUSAL_REASONS } from './decide-award.ts'
import { listDecisions, SCANNED_MAX } from './decision-queries.ts'

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 20

const DecisionQuery = Type.Object(
  {
    id: Type.Optional(Line(100, { description: 'Only the decision with this id; without other filters.' })),
    userId: Type.Optional(Line(100, { description: 'Only decisions on this user.' })),
    ruleName: Type.Optional(
      Line(100, {
        description: 'Only decisions on this rule or sub-rule; a combined rule includes its sub-rules.',
      }),
    ),
    outcome: Type.Optional(
      OneOf(['paid', 'counted', 'refused'], { description: 'Only decisions with this outcome.' }),
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
  {
    check: ({ id, userId, ruleName, outcome }: Record<string, unknown>) =>
      id !== undefined && [userId, ruleName, outcome].some((other) => other !== undefined)
        ? [wrong('id', 'must be sent without other filters')]
        : [],
  },
)

const DecisionData = Type.Object(
  {
    ...AwardData.properties,
    outcome: OneOf(['paid', 'counted', 'refused']),
    reason: Nullable(OneOf(REFUSAL_REASONS, { description: 'Why the award was refused.' })),
    explanation: Nullable(Type.String({ description: 'The refusal as a sentence.' })),
    coins: Type.String(),
    reversed: Type.Boolean(),
    counters: CountersData,
    createdAt: Timestamp(),
  },
  { schemaName: 'Decision' },
)

const DecisionsData = Type.Object(
  {
    decisions: Type.Array(DecisionData),
    next: Nullable(
      Type.Integer({
        description: `Send it as \`before\` to get older decisions; null when there are none. Each request scans ${SCANNED_MAX} decisions, so \`decisions\` can have fewer than \`limit\`, or none, before the last page.`,
      }),
    ),
  },
  {
    examples: [
      {
        decisions: [
          {
            ...AWARD_EXAMPLE,
            outcome: 'paid',
            reason: null,
            explanation: null,
            coins: '10',
            reversed: false,
            counters: COUNTERS_EXAMPLE,
            createdAt: '2026-03-01T09:30:00.000Z',
          },
        ],
        next: null,
      },
    ],
  },
)

export function decisionRoutes(app: App, { database }: { database: Db }): void {
  app.get(
    '/laas/decisions',
    operation({
      id: 'listDecisions',
      tag: 'Awards',
      summary: 'List decisions on awards',
      description:
        'Every decided award call (paid, counted or refused) with its reason and the counters at that time, newest first.',
      query: DecisionQuery,
      message: 'Decisions returned',
      data: DecisionsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { id, userId, ruleName, outcome, limit = LIMIT_DEFAULT } = request.query
      const before = request.query.cursor ?? request.query.before
      if (id !== undefined) {
        const decisions = isUuid(id) ? await findAwards(database, partnerId, [id]) : []
        return { decisions: decisions.map((award) => decisionData(partnerId, award)), next: null }
      }
      if (userId !== undefined && !isUuid(userId)) return { decisions: [], next: null }
      const { decisions, next } = await listDecisions(database, partnerId, {
        userId: userId ?? null,
        ruleName: ruleName ?? null,
        outcome: outcome ?? null,
        before: before === undefined ? null : BigInt(before),
        limit,
      })
      return {
        decisions: decisions.map((award) => decisionData(partnerId, award)),
        next: next === null ? null : Number(next),
      }
    },
  )
}

function decisionData(partnerId: string, award: FoundAward) {
  return {
    ...awardData(partnerId, award),
    outcome: award.outcome,
    reason: award.reason,
    explanation: award.reason && awardRefusal(award).message,
    coins: formatCoins(award.coins),
    reversed: award.remaining === 0n,
    counters: countersData(award),
    createdAt: award.createdAt.toISOString(),
  }
}
