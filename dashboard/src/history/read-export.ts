import { laurel } from '../api/laurel.ts'
import type { movementsQueryOf } from './history-filter.ts'

/** Chunks are merged into blobs of this size, which the browser may move to disk. */
const PART_BYTES = 4 * 1024 * 1024
const PROGRESS_INTERVAL_MS = 100
/** One export runs at a time, so the first line can take long. */
const TURN_MS_MAX = 3_600_000

export type MovementsQuery = NonNullable<ReturnType<typeof movementsQueryOf>>

export type ExportProgress = {
  rows: number
  bytes: number
  /** The share is between 0 and 1; null when unknown. */
  share: number | null
}

/** Reads the complete file of movements, of any size. Throws when the connection breaks. */
export async function readExport(
  query: MovementsQuery,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<{ file: Blob; name: string; rows: number }> {
  const response = await laurel.transactions.export(query, { signal, timeoutMs: TURN_MS_MAX })
  const shareOf = shareReader(response.headers.get('x-export-span'))
  const reader = createCsvReader()
  const parts: Blob[] = []
  let pending: Uint8Array<ArrayBuffer>[] = []
  let pendingBytes = 0
  let bytes = 0
  let reportedAt = 0

  const flush = () => {
    parts.push(new Blob(pending))
    pending = []
    pendingBytes = 0
  }

  for await (const chunk of chunksOf(response)) {
    reader.read(chunk)
    pending.push(chunk)
    pendingBytes += chunk.length
    bytes += chunk.length
    if (pendingBytes >= PART_BYTES) flush()
    if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue
    reportedAt = performance.now()
    onProgress({ rows: reader.rows(), bytes, share: shareOf(reader.lastTime()) })
  }
  flush()
  const rows = reader.rows()
  onProgress({ rows, bytes, share: 1 })
  return { file: new Blob(parts, { type: 'text/csv' }), name: nameOf(response), rows }
}

async function* chunksOf({ body }: Response) {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Rows run from the newest to the oldest, so the time of the last row gives the progress. */
function shareReader(span: string | null): (time: string | null) => number | null {
  const [oldest = Number.NaN, newest = Number.NaN] = (span ?? '').split('/').map((text) => Date.parse(text))
  return (time) => {
    if (time === null || !(newest > oldest)) return null
    return Math.min(1, Math.max(0, (newest - Date.parse(time)) / (newest - oldest)))
  }
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'transactions.csv'

const LINE_END = 0x0a
const QUOTE = 0x22
/** Each row starts with its time, such as 2026-03-01T09:30:00.000Z. */
const TIME_LENGTH = 24

/** Counts the rows of a CSV file while it arrives, and keeps the time of the last one. */
function createCsvReader() {
  let lines = 0
  let isQuoted = false
  let line = ''
  let lastTime: string | null = null
  return {
    read(chunk: Uint8Array): void {
      for (const byte of chunk) {
        if (line.length < TIME_LENGTH) {
          line += String.fromCharCode(byte)
          if (line.length === TIME_LENGTH && lines > 0) lastTime = line
        }
        if (byte === QUOTE) isQuoted = !isQuoted
        if (byte !== LINE_END || isQuoted) continue
        lines += 1
        line = ''
      }
    },
    /** The header is not counted. */
    rows: () => Math.max(lines - 1, 0),
    lastTime: () => lastTime,
  }
}
