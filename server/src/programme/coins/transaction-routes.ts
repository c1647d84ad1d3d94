import assert from 'node:assert/strict'
import { type Static, type TObject, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { checkTimes, isUuid, Line, Nullable, Time, Uuid } from '../../http/input/fields.ts'
import { Reference } from '../../http/input/label-fields.ts'
import { operation } from '../../http/input/operation.ts'
import { ListPageNumber, NumberCursor, PageSize, pageWithinList } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { EXPORTS_LIMIT, type Exports } from '../../http/responses/exports.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import { findPartner } from '../partners/partner-store.ts'
import { readTransaction, readTransactions } from './read-transactions.ts'
import {
  ListedTransactionData,
  listedTransactionData,
  TRANSACTION_TYPES,
  TransactionTypeField,
} from './transaction-data.ts'
import { CSV_HEADER, openTransactionExport } from './transaction-export.ts'
import type { MovementFilter } from './transaction-queries.ts'

const filterFields = {
  userId: Type.Optional(Line(100, { description: 'Only transactions of this user.' })),
  type: Type.Optional(TransactionTypeField({ description: 'Only transactions of this transactionType.' })),
  reference: Type.Optional(Reference()),
  from: Type.Optional(Time({ description: 'Only transactions at or after this time.' })),
  to: Type.Optional(Time({ description: 'Only transactions before this time.' })),
}

const checkFilter = ({ from, to }: { from?: string; to?: string }) => checkTimes({ from, to })

type FilterQuery = Static<TObject<typeof filterFields>>

/** Undefined when no movement can match. */
function filterOf({ userId, type, reference, from, to }: FilterQuery): MovementFilter | undefined {
  if (userId !== undefined && !isUuid(userId)) return undefined
  return {
    userId: userId ?? null,
    reference: reference ?? null,
    type: type === undefined ? null : TRANSACTION_TYPES[type],
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
}

const TransactionQuery = Type.Object(
  {
    ...filterFields,
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        must: `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
        description: 'The `next` of the previous response; pages are counted from there.',
      }),
    ),
    page: ListPageNumber(' New entries shift the pages unless `before` is sent too.'),
    limit: PageSize(),
    cursor: NumberCursor(),
  },
  { check: checkFilter },
)

const TransactionsData = Type.Object(
  {
    data: Type.Array(ListedTransactionData),
    currentpage: Type.Integer(),
    nextpage: Nullable(Type.Integer()),
    prevpage: Nullable(Type.Integer()),
    next: Nullable(
      Type.Integer({
        description: 'Send it as `before`, without `page`, to get older entries; null when there are none.',
      }),
    ),
  },
  {
    schemaName: 'TransactionPage',
    examples: [
      {
        data: (ListedTransactionData as { examples?: unknown[] }).examples,
        currentpage: 1,
        nextpage: null,
        prevpage: null,
        next: null,
      },
    ],
  },
)

const EXPORT_EXAMPLE = `${CSV_HEADER.trim()}
2026-03-01T09:30:00.000Z,0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f,partner_user_award,CR,2.5,0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b,ada,Ada Lovelace,first purchase,Order 7,false,0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f
`

type Services = { database: Db; exports: Exports; now: () => Date }

export function transactionRoutes(app: App, { database, exports, now }: Services): void {
  app.get(
    '/laas/coins/transactions',
    operation({
      id: 'listTransactions',
      tag: 'Coins',
      summary: 'List every movement of coins',
      description:
        'Paid awards, transfers, reversals, refunds, adjustments, settlements and openings, newest first. An entry never changes, except that `refunded` becomes true once an award is reversed, or a transfer refunded, to the last coin. Read the whole list with `before` and `next`, which neither skip nor repeat an entry while new ones arrive; `page` is for browsing. There is no count, since counting would take longer than the list.',
      query: TransactionQuery,
      message: 'Transactions returned',
      data: TransactionsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const page = pageWithinList(request.query.page, request.query.limit)
      const before = request.query.cursor ?? request.query.before
      const filter = filterOf(request.query)
      const partner = await findPartner(database, partnerId)
      assert(partner)
      const found =
        filter === undefined
          ? []
          : await readTransactions(database, partner, filter, {
              before: before === undefined ? null : BigInt(before),
              limit: page.size + 1,
              offset: page.offset,
            })
      const transactions = found.slice(0, page.size)
      const hasMore = found.length > page.size
      return {
        data: transactions.map((transaction) => listedTransactionData(partnerId, transaction)),
        currentpage: page.number,
        nextpage: hasMore ? page.number + 1 : null,
        prevpage: page.number > 1 ? page.number - 1 : null,
        next: hasMore ? Number(transactions.at(-1)?.seq) : null,
      }
    },
  )

  app.get(
    '/laas/coins/transactions/:id',
    operation({
      id: 'readTransaction',
      tag: 'Coins',
      summary: 'Read a movement of coins',
      description: 'The entry of `listTransactions` with this id.',
      params: Type.Object({ id: Uuid() }),
      message: 'Transaction returned',
      data: ListedTransactionData,
      failures: [notFound('Transaction')],
    }),
    async (request) => {
      const partner = await findPartner(database, partnerOf(request))
      assert(partner)
      const transaction = await readTransaction(database, partner, request.params.id)
      if (!transaction) throw notFound('Transaction')
      return listedTransactionData(partner.partnerId, transaction)
    },
  )

  app.get(
    '/laas/coins/transactions/export',
    {
      ...operation({
        id: 'exportTransactions',
        tag: 'Coins',
        summary: 'Export every movement of coins as CSV',
        description: `The entries of \`listTransactions\`, newest first, as one file of any size in UTF-8 with a header line. A cell that a spreadsheet would read as a formula begins with an apostrophe, and so does a part of it after a separator or line break. \`X-Export-Span\` has the times of the oldest and the newest entry (\`<oldest>/<newest>\`): compare the time of the last line with it to show progress. The header is absent when there are no entries. After an error the connection closes before the end of the body, so a complete response is a complete file. ${EXPORTS_LIMIT}`,
        query: Type.Object(filterFields, { check: checkFilter }),
        message: 'The transactions, one per line',
        mediaType: 'text/csv',
        data: Type.String({ examples: [EXPORT_EXAMPLE] }),
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const partner = await findPartner(database, partnerOf(request))
      assert(partner)
      return exports.send(reply, partner.partnerId, async () => {
        const { text, span } = await openTransactionExport(database, partner, filterOf(request.query))
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="transactions-${now().toISOString().slice(0, 10)}.csv"`,
          ...(span && { 'x-export-span': `${span.oldest.toISOString()}/${span.newest.toISOString()}` }),
        }
        return { headers, text }
      })
    },
  )
}
