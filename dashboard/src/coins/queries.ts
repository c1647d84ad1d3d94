import { api, dataOf } from '../api/client.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DataOf } from '../api/types.ts'
import { coinText } from '../format/coins.ts'
import {
  filterQuery,
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type TransactionFilter,
  type TransactionKind,
} from './transaction-filter.ts'

export type Transaction = DataOf<'listTransactions'>['data'][number]

export const TRANSACTIONS = 'transactions'
const TRANSACTIONS_PER_PAGE = 50

export const transactionsQuery = (filter: TransactionFilter) => ({
  ...cursorQuery([TRANSACTIONS, filter], (before: number | undefined) => {
    const query = { ...filterQuery(filter), limit: TRANSACTIONS_PER_PAGE, before }
    return dataOf(api.GET('/api/v1/laas/coins/transactions', { params: { query } }))
  }),
  meta: { live: true },
})

export const KIND_LABELS: Record<TransactionKind, string> = {
  award: 'Award',
  transfer: 'Transfer to you',
  reversal: 'Reversal',
}

export const kindOf = ({ transactionType }: Transaction): TransactionKind =>
  TRANSACTION_KINDS.find((kind) => TRANSACTION_TYPES[kind] === transactionType) ?? 'award'

const isAward = (transaction: Transaction) => kindOf(transaction) === 'award'

/** Signed from the wallet's point of view. */
export const signedCoins = (transaction: Transaction): string =>
  `${isAward(transaction) ? '+' : '−'}${coinText(transaction.coins)}`

export const userOf = (transaction: Transaction) => (isAward(transaction) ? transaction.to : transaction.from)

/** The full name, or the tag when the name is unknown. */
export function userNameOf(transaction: Transaction): string {
  const { fullname_businessName, tag } = userOf(transaction)
  return fullname_businessName || `@${tag}`
}
