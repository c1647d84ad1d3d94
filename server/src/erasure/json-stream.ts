import { Readable } from 'node:stream'

/** A list that is read page by page. */
export type Pages = AsyncIterable<unknown[]>

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

export type JsonStreams = {
  /** JSON text of an object, whose lists are read at the pace of the consumer. `before` and `after` surround it. */
  open(parts: Record<string, unknown>, around?: { before: string; after: string }): Readable
  /** Destroys the open streams, so that no truncated file looks complete. */
  abort(): void
}

export function createJsonStreams(): JsonStreams {
  const openFiles = new Set<Readable>()
  return {
    open(parts, { before, after } = { before: '', after: '' }) {
      const file = Readable.from(textOf(parts, before, after), { objectMode: false })
      openFiles.add(file)
      file.once('close', () => openFiles.delete(file))
      return file
    },
    abort() {
      for (const file of openFiles) file.destroy(new Error('the process stops'))
    },
  }
}

async function* textOf(
  parts: Record<string, unknown>,
  before: string,
  after: string,
): AsyncGenerator<string> {
  let separator = `${before}{`
  for (const [name, part] of Object.entries(parts)) {
    yield `${separator}${JSON.stringify(name)}:`
    if (isPages(part)) yield* listText(part)
    else yield JSON.stringify(part)
    separator = ','
  }
  yield `}${after}`
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((each) => JSON.stringify(each)).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
