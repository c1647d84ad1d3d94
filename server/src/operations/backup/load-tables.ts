import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { removeRestoreMark } from '../../storage/database/migrate.ts'
import { createTally, DamagedBackup, type Footer, type Part, type TableName } from './backup-format.ts'
import type { Progress } from './dump-tables.ts'
import {
  analyzeTables,
  begin,
  commit,
  copyRowsIn,
  createAgain,
  createPartition,
  dropIndexes,
  listTables,
  setSequence,
  type Table,
  truncateTables,
} from './table-queries.ts'

/** The parts after the header. */
type Parts = AsyncGenerator<Part, void, void>

type LoadOptions = {
  partitions: Parameters<typeof createPartition>[1][]
  onProgress: (progress: Progress) => void
  print: (line: string) => void
  /** Runs in the transaction, after the rows. */
  finish: (client: pg.Client) => Promise<void>
}

/** Loads the rows of a backup into empty tables of the same version, all of them or none. */
export async function loadTables(
  client: pg.Client,
  parts: Parts,
  { partitions, onProgress, print, finish }: LoadOptions,
): Promise<Footer> {
  await begin(client)
  for (const partition of partitions) await createPartition(client, partition)
  const tables = await listTables(client)
  await truncateTables(client, tables)
  const indexes = await dropIndexes(client)
  const footer = await loadParts(client, parts, tables, onProgress)
  print('Building the indexes and checking the foreign keys.')
  for (const statement of indexes) await createAgain(client, statement)
  for (const sequence of footer.sequences) await setSequence(client, sequence)
  await finish(client)
  await removeRestoreMark(client)
  await commit(client)
  await analyzeTables(client, tables)
  return footer
}

async function loadParts(
  client: pg.Client,
  parts: Parts,
  tables: Table[],
  onProgress: LoadOptions['onProgress'],
): Promise<Footer> {
  const missing = new Map(tables.map((table) => [keyOf(table), table]))
  const total = { tables: 0, rows: 0, bytes: 0 }
  for (;;) {
    const part = await nextPart(parts)
    if (part.kind === 'footer') {
      const { tables, rows, bytes } = part.footer
      if (tables !== total.tables || rows !== total.rows || bytes !== total.bytes)
        throw new DamagedBackup('it does not have as many rows as it says')
      // Reads on to the checksum of the file.
      if (!(await parts.next()).done) throw new DamagedBackup('it goes on after its end')
      const [table] = missing.keys()
      if (table) throw new StartProblem(`The backup has no table ${table}, which this Laurel needs.`)
      return part.footer
    }
    if (part.kind !== 'table') throw new DamagedBackup('its parts are in the wrong order')
    const table = missing.get(keyOf(part.table))
    if (!table)
      throw new StartProblem(`The backup has a table ${keyOf(part.table)}, which this Laurel does not know.`)
    missing.delete(keyOf(part.table))
    const end = await loadTable(client, parts, { ...table, columns: part.table.columns }, (rows, bytes) =>
      onProgress({ table: table.name, rows: total.rows + rows, bytes: total.bytes + bytes }),
    )
    total.tables += 1
    total.rows += end.rows
    total.bytes += end.bytes
  }
}

async function loadTable(
  client: pg.Client,
  parts: Parts,
  table: Table,
  onRows: (rows: number, bytes: number) => void,
): Promise<{ rows: number; bytes: number }> {
  const tally = createTally()
  let last: Part | undefined
  async function* rows(): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      last = await nextPart(parts)
      if (last.kind !== 'rows') return
      tally.add(last.rows)
      onRows(tally.rows, tally.bytes)
      yield last.rows
    }
  }
  const destination = copyRowsIn(client, table)
  await pipeline(Readable.from(rows()), destination)
  const found = tally.end()
  if (last?.kind !== 'end of table') throw new DamagedBackup('its parts are in the wrong order')
  if (last.end.sha256 !== found.sha256 || last.end.rows !== found.rows)
    throw new DamagedBackup(`the rows of ${keyOf(table)} do not match their checksum`)
  return found
}

async function nextPart(parts: Parts): Promise<Part> {
  const { done, value } = await parts.next()
  if (done) throw new DamagedBackup('its end is missing')
  assert(value)
  return value
}

const keyOf = ({ schema, name }: TableName): string => (schema === 'public' ? name : `${schema}.${name}`)
