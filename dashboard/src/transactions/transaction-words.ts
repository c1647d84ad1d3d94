import { coinText } from '../shared/coins.ts'
import type { Transaction } from './queries.ts'
import { kindOf } from './transaction-filter.ts'

const isAward = ({ transactionType }: Transaction) => kindOf(transactionType) === 'award'

/** As the user's wallet sees it: more by an award, less by all else. */
export const signedCoins = (transaction: Transaction): string =>
  `${isAward(transaction) ? '+' : '−'}${coinText(transaction.coins)}`

export const userOf = (transaction: Transaction) => (isAward(transaction) ? transaction.to : transaction.from)
