import type { CreateOptions } from './operation.ts'
import type { ImportsResource } from './resources.ts'
import type { Import } from './schemas.ts'

/** A member to import, with what its wallet and its score open with. */
export interface ImportRow {
  /** Your own id of the user. */
  externalId: string
  fullname?: string | null | undefined
  email?: string | null | undefined
  coins?: string | number | null | undefined
  points?: string | number | null | undefined
  reference?: string | null | undefined
  /** What you say about the user, by name. */
  attributes?: Record<string, string | number | boolean | null> | null | undefined
}

/** Rows, the text of a CSV or NDJSON file, or a file or stream of either. */
export type ImportSource =
  | string
  | Blob
  | Iterable<ImportRow>
  | AsyncIterable<ImportRow>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>

export interface ImportOptions extends CreateOptions {
  /** What a text, file or stream is; its first character decides unless given. */
  format?: 'csv' | 'ndjson'
}

export interface Imports extends ImportsResource {
  /**
   * Imports members with opening balances, from up to 1,000,000 rows or 100 MB. Resolves once all of them have
   * arrived; `read` then has the progress, and `refused` the lines that made no member. A stream is read to its
   * end first, so that a broken upload is sent again. One try may take 10 minutes unless `timeoutMs` is given.
   */
  create(source: ImportSource, options?: ImportOptions): Promise<Import>
}

export const IMPORT_TIMEOUT_MS = 600_000

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' }
const TEXT_LENGTH_MAX = 1_000_000
const START_BYTES = 1_000

/** The file that is uploaded, with its content type. */
export async function importFile(source: ImportSource, format?: ImportOptions['format']): Promise<Blob> {
  const file = source instanceof Blob ? source : await collected(source)
  const type = TYPES[format ?? (await formatOf(file))]
  return file.slice(0, file.size, type)
}

/** Only a line of NDJSON begins with a brace. */
async function formatOf(file: Blob): Promise<'csv' | 'ndjson'> {
  const start = (await file.slice(0, START_BYTES).text()).replace(/^\ufeff/, '').trimStart()
  return start === '' || start.startsWith('{') ? 'ndjson' : 'csv'
}

async function collected(source: Exclude<ImportSource, Blob>): Promise<Blob> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = []
  let text = ''
  for await (const part of typeof source === 'string' ? [source] : partsOf(source)) {
    if (part instanceof Uint8Array) {
      parts.push(text, part as Uint8Array<ArrayBuffer>)
      text = ''
      continue
    }
    text += typeof part === 'string' ? part : lineOf(part)
    if (text.length < TEXT_LENGTH_MAX) continue
    parts.push(text)
    text = ''
  }
  return new Blob([...parts, text])
}

/** Rows of a database have null for what is not there; the API has no field. */
const lineOf = (row: ImportRow) => `${JSON.stringify(row, (_, value) => value ?? undefined)}\n`

/** A stream of some browsers cannot be iterated. */
async function* partsOf(source: Exclude<ImportSource, Blob | string>) {
  if (!('getReader' in source)) return yield* source
  const reader = source.getReader()
  for (;;) {
    const { value } = await reader.read()
    if (value === undefined) return
    yield value
  }
}
