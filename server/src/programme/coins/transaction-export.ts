import { csvHeader, csvText } from '../../http/responses/csv.ts'
import { EXPORT_PAGE_ROWS } from '../../http/responses/exports.ts'
import type { Db } from '../../storage/database/database.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { Partner } from '../partners/partner.ts'
import { type ListedTransaction, readTransactions } from './read-transactions.ts'
import { transactionType } from './transaction-data.ts'
import { findFirstTime, type MovementFilter } from './transaction-queries.ts'

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
  externalId: ({ externalId }) => externalId ?? '',
  email: ({ email }) => email,
  ruleId: ({ ruleId }) => ruleId ?? '',
  ruleVersion: ({ ruleVersion }) => String(ruleVersion ?? ''),
  balanceAfter: ({ balanceAfter }) => formatCoins(balanceAfter),
}

export const CSV_HEADER = csvHeader(Object.keys(COLUMNS))

function csvLines(transactions: ListedTransaction[]): Promise<string> {
  const columns = Object.values(COLUMNS)
  return csvText(transactions, (transaction) => columns.map((cellOf) => cellOf(transaction)))
}

type TransactionExport = {
  /** Reads from the database as it is taken. */
  text: AsyncGenerator<string>
  /** The times of the oldest and newest transaction; undefined when there are none. */
  span: { oldest: Date; newest: Date } | undefined
}

/** All transactions that pass the filter. */
export async function openTransactionExport(
  db: Db,
  partner: Partner,
  filter: MovementFilter | undefined,
): Promise<TransactionExport> {
  const readPage = async (before: bigint | null) =>
    filter ? readTransactions(db, partner, filter, { before, limit: EXPORT_PAGE_ROWS, offset: 0 }) : []

  async function* lines(first: ListedTransaction[]): AsyncGenerator<string> {
    yield CSV_HEADER
    for (let page = first; page.length > 0; ) {
      yield await csvLines(page)
      if (page.length < EXPORT_PAGE_ROWS) return
      page = await readPage((page.at(-1) as ListedTransaction).seq)
    }
  }

  const first = await readPage(null)
  const [newest] = first
  if (!filter || !newest) return { text: lines([]), span: undefined }
  const oldest = await findFirstTime(db, partner.partnerId, filter)
  return { text: lines(first), span: { oldest: oldest ?? newest.createdAt, newest: newest.createdAt } }
}
