import { api, dataOf } from '../api/client.ts'
import { furtherBack } from '../api/paging.ts'
import type { DataOf } from '../api/types.ts'
import { filterQuery, type TransactionFilter } from './transaction-filter.ts'

export type Transaction = DataOf<'listTransactions'>['data'][number]

export const TRANSACTIONS = 'transactions'
const TRANSACTIONS_PER_PAGE = 50

export const transactionsQuery = (filter: TransactionFilter) => ({
  ...furtherBack([TRANSACTIONS, filter], (before: number | undefined) => {
    const query = { ...filterQuery(filter), limit: TRANSACTIONS_PER_PAGE, before }
    return dataOf(api.GET('/api/v1/laas/coins/transactions', { params: { query } }))
  }),
  meta: { live: true },
})
