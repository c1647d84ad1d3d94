import type { ListedTransaction } from '@laurel/sdk'
import { laurel } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import { signedText } from '../format/coins.ts'
import {
  filterQuery,
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type TransactionFilter,
  type TransactionKind,
} from './transaction-filter.ts'

export type Transaction = ListedTransaction

const TRANSACTIONS = 'transactions'
const TRANSACTIONS_PER_PAGE = 50

export const transactionsQuery = (filter: TransactionFilter) => ({
  ...cursorQuery([TRANSACTIONS, filter], (before: number | undefined) =>
    laurel.transactions.list({ ...filterQuery(filter), limit: TRANSACTIONS_PER_PAGE, before }),
  ),
  meta: { live: true },
})

export const KIND_LABELS: Record<TransactionKind, string> = {
  award: 'Award',
  transfer: 'Transfer to you',
  reversal: 'Reversal',
  refund: 'Refund',
  added: 'Added by hand',
  taken: 'Taken by hand',
  settlement: 'Settlement of what was owed',
  opening: 'Opening',
}

export const kindOf = ({ transactionType }: Transaction): TransactionKind =>
  TRANSACTION_KINDS.find((kind) => TRANSACTION_TYPES[kind] === transactionType) ?? 'award'

export const isCredit = ({ debitOrCredit }: Transaction) => debitOrCredit === 'CR'

/** Its sign is from the wallet's point of view. */
export const signedCoins = (transaction: Transaction): string =>
  signedText(transaction.coins, isCredit(transaction))

export const userOf = (transaction: Transaction) =>
  isCredit(transaction) ? transaction.to : transaction.from

/** What was undone to the last coin: a transfer by refunds, an award by reversals. */
export const undoneText = (transaction: Transaction): string =>
  kindOf(transaction) === 'transfer' ? 'Refunded' : 'Reversed'

/** The full name, or the tag when the name is unknown. An erased user has neither. */
export function userNameOf(transaction: Transaction): string {
  const { fullname_businessName, tag } = userOf(transaction)
  return fullname_businessName || (tag ? `@${tag}` : 'Erased user')
}
