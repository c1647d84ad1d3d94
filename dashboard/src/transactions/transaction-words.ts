import { coinText } from '../format/coins.ts'
import type { Transaction } from './queries.ts'
import { TRANSACTION_KINDS, TRANSACTION_TYPES, type TransactionKind } from './transaction-filter.ts'

export const KIND_WORDS: Record<TransactionKind, string> = {
  award: 'Award',
  transfer: 'Transfer to you',
  reversal: 'Reversal',
}

export const kindOf = ({ transactionType }: Transaction): TransactionKind =>
  TRANSACTION_KINDS.find((kind) => TRANSACTION_TYPES[kind] === transactionType) ?? 'award'

const isAward = (transaction: Transaction) => kindOf(transaction) === 'award'

/** As the user's wallet sees it: more by an award, less by all else. */
export const signedCoins = (transaction: Transaction): string =>
  `${isAward(transaction) ? '+' : '−'}${coinText(transaction.coins)}`

export const userOf = (transaction: Transaction) => (isAward(transaction) ? transaction.to : transaction.from)
