import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Line, Nullable } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorQuery, cursorPage, decodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Database } from '../../storage/database/database.ts'
import { formatShare } from '../coins/share.ts'
import { findReturnedShares } from '../returns/return-store.ts'
import { DECISION_EXAMPLES, DecisionData, decisionData } from './decision-data.ts'
import { listDecisions } from './decision-queries.ts'
import { EVERYTHING } from './scan-queries.ts'
import { TotalsData, totalsData } from './totals-data.ts'
import { SUMMED_MAX, sumLines } from './totals-queries.ts'

const LINES_DEFAULT = 10

const OrderData = Type.Object(
  {
    reference: Type.String(),
    returnedShare: Type.String({ description: 'How much of the order came back by returns: from 0 to 1.' }),
    totals: TotalsData,
    lines: Type.Array(DecisionData, {
      description:
        'Awards, refusals, transfers, refunds, reversals, returns and decisions on holds, newest first.',
    }),
    next: Nullable(Type.String({ description: 'Send it as `cursor` to get older lines; null at the end.' })),
  },
  {
    schemaName: 'Order',
    examples: [
      {
        reference: 'order-1042',
        returnedShare: '0.4',
        totals: { lines: 3, credited: '11.6', debited: '4', net: '7.6', atLeast: false },
        lines: DECISION_EXAMPLES.slice(0, 1),
        next: null,
      },
    ],
  },
)

export function orderRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    '/laas/orders/:reference',
    operation({
      id: 'readOrder',
      tag: 'Coins',
      summary: 'Read everything about an order',
      description: `All decisions with one reference, the coins that they moved in sum, and how much of the order came back. The totals are of all lines; of an order with more than ${SUMMED_MAX}, of the latest.`,
      params: Type.Object({ reference: Line(100, { description: 'Your own id of the order.' }) }),
      query: CursorQuery(),
      message: 'Order returned',
      data: OrderData,
      failures: [notFound('Order')],
    }),
    (request) => {
      const partnerId = partnerOf(request)
      const { reference } = request.params
      const { cursor, limit = LINES_DEFAULT } = request.query
      const before = cursor === undefined ? null : BigInt(decodeCursor(cursor, isSeq))
      const filter = { ...EVERYTHING, kinds: null, reference }
      return database.forPartner(partnerId).snapshot(async (db) => {
        const [{ lines: found }, totals, shares] = await Promise.all([
          listDecisions(db, partnerId, { ...filter, before, limit: limit + 1 }),
          sumLines(db, partnerId, filter),
          findReturnedShares(db, new Map([[partnerId, [{ reference }]]])),
        ])
        if (totals.lines === 0n) throw notFound('Order')
        const { entries, next } = cursorPage(found, limit, ({ record }) => record.seq)
        return {
          reference,
          returnedShare: formatShare(rowsOf(shares, partnerId)[0]?.shareTotal ?? 0),
          totals: totalsData(totals),
          lines: entries.map((line) => decisionData(partnerId, line)),
          next,
        }
      })
    },
  )
}

const isSeq = (text: string) => /^[1-9]\d{0,15}$/.test(text)
