import { createHash } from 'node:crypto'
import { StartProblem } from '../../runtime/process/start-problem.ts'

/** A backup begins with this, so that a restore can refuse it early. */
export type Header = {
  format: number
  laurel: string
  postgres: string
  takenAt: string
  /** The hash of the schema that the tables were made from, and the migrations after it. */
  baseline: string
  migrations: string[]
  /** The version of the tables of background jobs. */
  jobs: number
  partitions: Partition[]
  /** Encrypted with the key of the database, to recognise the key. */
  keySample: string
  /** The key itself, only if it was made by development and no operator knows it. */
  secretKey?: string
}

export type Partition = { schema: string; name: string; parent: string; bound: string }
export type TableName = { schema: string; name: string }
export type Sequence = TableName & { lastValue: string; isCalled: boolean }
/** The end of a table: what its rows must add up to. */
export type TableEnd = { rows: number; bytes: number; sha256: string }
export type Footer = { tables: number; rows: number; bytes: number; sequences: Sequence[] }

/** The parts of a backup, in order: a header, tables with their rows, a footer. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableName & { columns: string[] } }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'end of table'; end: TableEnd }
  | { kind: 'footer'; footer: Footer }

export const FORMAT = 1
const KINDS = ['header', 'table', 'rows', 'end of table', 'footer'] as const
const PREFIX_BYTES = 5
const PART_BYTES_MAX = 64 * 2 ** 20
const NEWLINE = 0x0a

/** A part as bytes: its kind, its length, then rows as they are or the rest as JSON. */
export function encodePart(part: Part): Buffer {
  const { kind, ...content } = part
  const body = part.kind === 'rows' ? part.rows : Buffer.from(JSON.stringify(Object.values(content)[0]))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt8(KINDS.indexOf(kind))
  prefix.writeUInt32BE(body.length, 1)
  return Buffer.concat([prefix, body])
}

export async function* decodeParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part, void, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (rest.length < PREFIX_BYTES) break
      const size = rest.readUInt32BE(1)
      if (size > PART_BYTES_MAX) throw new DamagedBackup('a part is too long')
      if (rest.length < PREFIX_BYTES + size) break
      yield decodePart(rest.readUInt8(), rest.subarray(PREFIX_BYTES, PREFIX_BYTES + size))
      rest = rest.subarray(PREFIX_BYTES + size)
    }
  }
  if (rest.length > 0) throw new DamagedBackup('it ends in the middle of a part')
}

function decodePart(kind: number, body: Buffer): Part {
  switch (KINDS[kind]) {
    case 'rows':
      return { kind: 'rows', rows: body }
    case 'header':
      return { kind: 'header', header: JSON.parse(body.toString()) }
    case 'table':
      return { kind: 'table', table: JSON.parse(body.toString()) }
    case 'end of table':
      return { kind: 'end of table', end: JSON.parse(body.toString()) }
    case 'footer':
      return { kind: 'footer', footer: JSON.parse(body.toString()) }
    default:
      throw new DamagedBackup('a part is of an unknown kind')
  }
}

/** A backup that was cut off or changed. */
export class DamagedBackup extends StartProblem {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The backup is incomplete or damaged (${reason}). Nothing was restored; use another backup.`,
      options,
    )
  }
}

/** Counts the rows of a table. In the text format of COPY a newline ends a row and stands nowhere else. */
export function createTally() {
  const hash = createHash('sha256')
  const tally = {
    rows: 0,
    bytes: 0,
    add(chunk: Buffer): void {
      hash.update(chunk)
      tally.bytes += chunk.length
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) tally.rows += 1
    },
    end: (): TableEnd => ({ rows: tally.rows, bytes: tally.bytes, sha256: hash.digest('hex') }),
  }
  return tally
}
