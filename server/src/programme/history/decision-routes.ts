import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, Nullable, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Database } from '../../storage/database/database.ts'
import { leftOf } from '../awards/decide-reversal.ts'
import { findShownDetailsByExternalId } from '../members/membership-store.ts'
import type { ReadCounts } from '../overview/read-counts.ts'
import {
  AwardDecisionData,
  awardDecisionData,
  DECISION_EXAMPLES,
  DecisionData,
  decisionData,
} from './decision-data.ts'
import { findDecision, type HistoryPage, listDecisions, SCANNED_MAX } from './decision-queries.ts'
import { DecisionQuery, filterOf, LIMIT_DEFAULT } from './decision-query.ts'
import { readTotals } from './read-totals.ts'
import { TotalsData, totalsData } from './totals-data.ts'
import type { HistoryTotals } from './totals-queries.ts'

const DecisionsData = Type.Object(
  {
    decisions: Type.Array(DecisionData),
    next: Nullable(
      Type.Integer({
        description: `Send it as \`before\` to get older decisions; null when there are none. Each request scans ${SCANNED_MAX} decisions, so \`decisions\` can have fewer than \`limit\`, or none, before the last page.`,
      }),
    ),
    totals: Type.Optional(TotalsData),
  },
  { schemaName: 'DecisionPage', examples: [{ decisions: DECISION_EXAMPLES, next: null }] },
)

const pageData = (partnerId: string, { lines, next }: HistoryPage, totals?: HistoryTotals) => ({
  decisions: lines.map((line) => decisionData(partnerId, line)),
  next: next === null ? null : Number(next),
  ...(totals && { totals: totalsData(totals) }),
})

type Services = { database: Database; readCounts: ReadCounts }

export function decisionRoutes(app: App, { database, readCounts }: Services): void {
  app.get(
    '/laas/decisions',
    operation({
      id: 'listDecisions',
      tag: 'Awards',
      summary: 'List decisions',
      description:
        'Every decided call with its outcome, its reason and what it left in the wallet, newest first: why a user got coins, or did not. Awards (paid, counted or refused) also have the counters at that time. Without `kind`, awards only; with `kind=history`, everything that was decided and moved, and who joined and left, in the order of events.',
      query: DecisionQuery,
      message: 'Decisions returned',
      data: DecisionsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { query } = request
      const { id, limit = LIMIT_DEFAULT, sum, day } = query
      if (id !== undefined) {
        const line = isUuid(id) ? await findDecision(database, partnerId, id.toLowerCase()) : undefined
        return pageData(partnerId, { lines: line ? [line] : [], next: null })
      }
      const userId =
        query.externalId === undefined ? query.userId : await findUser(partnerId, query.externalId)
      const position = query.cursor ?? query.before
      const window = { before: position === undefined ? null : BigInt(position), limit }
      // Days and sums are those of the counts, whose time zone may be about to change.
      if (!sum && day === undefined) {
        const filter = filterOf(query, userId, 'UTC')
        return pageData(partnerId, await listDecisions(database, partnerId, { ...filter, ...window }))
      }
      return readCounts(partnerId, async (db, edition) => {
        const filter = filterOf(query, userId, edition.timeZone)
        const [page, totals] = await Promise.all([
          listDecisions(db, partnerId, { ...filter, ...window }),
          sum ? readTotals(db, edition, filter) : undefined,
        ])
        return pageData(partnerId, page, totals)
      })
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
      const line = await findDecision(database, partnerId, request.params.id, ['award'])
      if (line?.kind !== 'award') throw notFound('Award')
      const { record: award } = line
      const awarded = award.outcome === 'paid' && leftOf(award) > 0n
      return { ...awardDecisionData(partnerId, line), awarded }
    },
  )
}
