import { Readable } from 'node:stream'
import type { Db } from '../database/database.ts'
import type { Partner } from '../partners/partner.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import { type ListedTransaction, readTransactions } from './read-transactions.ts'
import { CSV_HEADER, csvLines } from './transaction-csv.ts'
import { findFirstTime, type MovementFilter } from './transaction-queries.ts'

const CHUNK_SIZE = 500
/** Exports must not take the connections that awards need. */
const CONCURRENT_READS_MAX = 2

type TransactionExport = {
  file: Readable
  /** The times of the oldest and newest transaction; undefined when there are none. */
  span: { oldest: Date; newest: Date } | undefined
}

export type TransactionExports = {
  /** Streams all transactions that pass the filter; reads from the database at the pace of the consumer. */
  open(partner: Partner, filter: MovementFilter | undefined): Promise<TransactionExport>
  /** Destroys the open streams, so that no truncated file looks complete. */
  abort(): void
}

export function createTransactionExports(db: Db): TransactionExports {
  const openFiles = new Set<Readable>()
  const limited = limitConcurrency(CONCURRENT_READS_MAX)

  const readChunk = (partner: Partner, filter: MovementFilter, before: bigint | null) =>
    limited(() => readTransactions(db, partner, filter, { before, limit: CHUNK_SIZE, offset: 0 }))

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
      const oldest = await findFirstTime(db, partner.partnerId, filter)
      const file = Readable.from(lines(partner, filter, first), { objectMode: false })
      openFiles.add(file)
      file.once('close', () => openFiles.delete(file))
      return { file, span: { oldest: oldest ?? newest.createdAt, newest: newest.createdAt } }
    },
    abort() {
      for (const file of openFiles) file.destroy(new Error('the process stops'))
    },
  }
}
