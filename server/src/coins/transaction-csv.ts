import { stringify } from 'csv-stringify/sync'
import { formatCoins } from '../ledger/coin.ts'
import type { ListedTransaction } from './read-transactions.ts'
import { TRANSACTION_TYPES } from './transaction-data.ts'

/** Named as the fields of a transaction are; amounts are exact decimals. */
const COLUMNS: Record<string, (transaction: ListedTransaction) => string> = {
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  id: ({ id }) => id,
  transactionType: ({ kind }) => TRANSACTION_TYPES[kind],
  debitOrCredit: ({ kind }) => (kind === 'award' ? 'CR' : 'DE'),
  coins: ({ coins }) => formatCoins(coins),
  userId: ({ userId }) => userId,
  tag: ({ parties }) => parties.user.tag,
  fullname: ({ parties }) => parties.user.fullname,
  ruleName: ({ ruleName }) => ruleName ?? '',
  narration: ({ narration }) => narration,
  refunded: ({ reversedAt }) => String(reversedAt !== null),
}

/** The first line, which also tells spreadsheets that the file is UTF-8. */
export const CSV_HEADER = stringify([Object.keys(COLUMNS)], { bom: true })

/** A line for each; what a spreadsheet would take for a formula is escaped. */
export function csvLines(transactions: ListedTransaction[]): string {
  const columns = Object.values(COLUMNS)
  return stringify(
    transactions.map((transaction) => columns.map((cellOf) => cellOf(transaction))),
    { escape_formulas: true },
  )
}
