import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { ListPageNumber, NumberCursor, PageSize, pageWithinList } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import { findPartner } from '../partners/partner-store.ts'
import { readTransaction, readTransactions } from './read-transactions.ts'
import { ListedTransactionData, listedTransactionData } from './transaction-data.ts'
import { checkFilter, filterFields, filterOf } from './transaction-filter.ts'

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

export function transactionRoutes(app: App, { database }: { database: Db }): void {
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
}
