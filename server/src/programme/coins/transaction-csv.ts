import { csvHeader, csvText } from '../../http/responses/csv.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { ListedTransaction } from './read-transactions.ts'
import { transactionType } from './transaction-data.ts'

/** Named like the fields of a transaction. Amounts are exact decimals. */
const COLUMNS: Record<string, (transaction: ListedTransaction) => string> = {
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  id: ({ id }) => id,
  transactionType,
  debitOrCredit: ({ isCredit }) => (isCredit ? 'CR' : 'DE'),
  coins: ({ coins }) => formatCoins(coins),
  userId: ({ userId }) => userId,
  tag: ({ parties }) => parties.user.tag,
  fullname: ({ parties }) => parties.user.fullname,
  ruleName: ({ ruleName }) => ruleName ?? '',
  narration: ({ narration }) => narration,
  refunded: ({ undoneAt }) => String(undoneAt !== null),
  awardId: ({ awardId }) => awardId ?? '',
  originalId: ({ originalId }) => originalId ?? '',
  reference: ({ reference }) => reference ?? '',
  metadata: ({ metadata }) => (metadata ? JSON.stringify(metadata) : ''),
  actorKind: ({ actor }) => actor.kind,
  actorName: ({ actor }) => actor.name,
}

export const CSV_HEADER = csvHeader(Object.keys(COLUMNS))

export function csvLines(transactions: ListedTransaction[]): Promise<string> {
  const columns = Object.values(COLUMNS)
  return csvText(transactions, (transaction) => columns.map((cellOf) => cellOf(transaction)))
}
