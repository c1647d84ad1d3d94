import type pg from 'pg'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { createTally, encodePart, FORMAT } from './backup-format.ts'
import {
  beginSnapshot,
  copyRowsOut,
  findEncryptedKey,
  listPartitions,
  listSequences,
  listTables,
  readVersions,
} from './table-queries.ts'

/** How far the work is: which table, and what was read or written so far. */
export type Progress = { table: string; rows: number; bytes: number }

/** Rows are gathered to parts of about this size. */
const PART_BYTES = 128 * 1_024
const KEY_SAMPLE = 'laurel backup'

export type BackupSource = {
  client: pg.Client
  laurel: string
  encryption: Encryption
  /** Given to carry it in the backup. */
  secretKey?: Buffer | undefined
  onProgress?: (progress: Progress) => void
}

/** A backup of one moment, as bytes. Writers go on meanwhile. */
export async function* dumpTables(source: BackupSource): AsyncGenerator<Buffer, void, void> {
  const { client, laurel, encryption, secretKey, onProgress } = source
  const { postgres, takenAt, hasTables } = await beginSnapshot(client)
  if (!hasTables)
    throw new StartProblem('This database has no tables of Laurel, so there is nothing to back up.')
  await requireOwnKey(client, encryption)
  const header = {
    format: FORMAT,
    laurel,
    postgres,
    takenAt: takenAt.toISOString(),
    ...(await readVersions(client)),
    partitions: await listPartitions(client),
    keySample: encryption.encrypt(KEY_SAMPLE).toString('base64'),
    ...(secretKey && { secretKey: secretKey.toString('base64') }),
  }
  yield encodePart({ kind: 'header', header })

  const total = { tables: 0, rows: 0, bytes: 0 }
  for (const table of await listTables(client)) {
    const { schema, name, columns } = table
    yield encodePart({ kind: 'table', table: { schema, name, columns } })
    const tally = createTally()
    for await (const rows of inParts(copyRowsOut(client, table))) {
      tally.add(rows)
      yield encodePart({ kind: 'rows', rows })
      onProgress?.({ table: name, rows: total.rows + tally.rows, bytes: total.bytes + tally.bytes })
    }
    const end = tally.end()
    yield encodePart({ kind: 'end of table', end })
    total.tables += 1
    total.rows += end.rows
    total.bytes += end.bytes
  }
  const sequences = await listSequences(client)
  yield encodePart({ kind: 'footer', footer: { ...total, sequences } })
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** A backup is worth nothing if its key turns out to be another one. */
async function requireOwnKey(client: pg.Client, encryption: Encryption): Promise<void> {
  const encrypted = await findEncryptedKey(client)
  if (encrypted && !canDecrypt(encryption, encrypted))
    throw new StartProblem(
      'SECRET_KEY is not the key of this database. Run the command with the settings of the service.',
    )
}

export function canDecrypt(encryption: Encryption, encrypted: Buffer): boolean {
  try {
    encryption.decrypt(encrypted)
    return true
  } catch {
    return false
  }
}
