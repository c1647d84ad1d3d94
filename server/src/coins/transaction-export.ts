import { Readable } from 'node:stream'
import type { Db } from '../database/database.ts'
import type { Partner } from '../partners/partner.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import { type ListedTransaction, readTransactions } from './read-transactions.ts'
import { CSV_HEADER, csvLines } from './transaction-csv.ts'
import { findFirstMoment, type MovementFilter } from './transaction-queries.ts'

const CHUNK_SIZE = 500
/** Exports must not take the connections that awards need. */
const READS_AT_ONCE_MAX = 2

type TransactionExport = {
  file: Readable
  /** When the first and the last of its transactions were made; undefined when there are none. */
  span: { oldest: Date; newest: Date } | undefined
}

export type TransactionExports = {
  /** A file of all transactions that pass a filter, read as it is taken: what nobody takes is not loaded. */
  open(partner: Partner, filter: MovementFilter | undefined): Promise<TransactionExport>
  /** Breaks off all files under way, so that none of them looks whole. */
  breakOff(): void
}

/** The exports of this process. */
export function createTransactionExports(db: Db): TransactionExports {
  const underWay = new Set<Readable>()
  const inTurn = limitConcurrency(READS_AT_ONCE_MAX)

  const readChunk = (partner: Partner, filter: MovementFilter, before: bigint | null) =>
    inTurn(() => readTransactions(db, partner, filter, { before, limit: CHUNK_SIZE, offset: 0 }))

  async function* lines(
    partner: Partner,
    filter: MovementFilter,
    first: ListedTransaction[],
  ): AsyncGenerator<string> {
    yield CSV_HEADER
    for (let chunk = first; chunk.length > 0; ) {
      yield csvLines(chunk)
      if (chunk.length < CHUNK_SIZE) return
      chunk = await readChunk(partner, filter, (chunk.at(-1) as ListedTransaction).seq)
    }
  }

  return {
    async open(partner, filter) {
      const first = filter ? await readChunk(partner, filter, null) : []
      const [newest] = first
      if (!filter || !newest) return { file: Readable.from([CSV_HEADER]), span: undefined }
      const oldest = await findFirstMoment(db, partner.partnerId, filter)
      const file = Readable.from(lines(partner, filter, first), { objectMode: false })
      underWay.add(file)
      file.once('close', () => underWay.delete(file))
      return { file, span: { oldest: oldest ?? newest.createdAt, newest: newest.createdAt } }
    },
    breakOff() {
      for (const file of underWay) file.destroy(new Error('the process stops'))
    },
  }
}
