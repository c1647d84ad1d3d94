import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { TypedBulkActivity } from '../../../../sdk/src/index.ts'

export type BulkActivity = TypedBulkActivity<Record<string, { [name: string]: unknown }>>

/** A line of a file of activities; `problem` says why it cannot be sent. */
export type ActivityLine = { line: number; activity: BulkActivity; bytes: number }
export type WrongLine = { line: number; externalId: string | null; problem: string }

const KEY_PREFIX = 'laurel-cli-'
const BATCH_LINES = 500
/** A call may have 2 MB. */
const BATCH_BYTES = 1_000_000

/**
 * Reads activities from JSON lines, in batches that fit one call. A line without an `idempotencyKey` gets one made
 * of its text and of how many equal lines stand before it, so that sending the file again repeats nothing.
 */
export async function* activityBatches(
  input: Readable,
  report: (wrong: WrongLine) => void,
): AsyncGenerator<ActivityLine[]> {
  const seen = new Map<string, number>()
  let batch: ActivityLine[] = []
  let bytes = 0
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    const trimmed = text.replace(/^\ufeff/, '').trim()
    if (trimmed === '') continue
    const read = readActivity(trimmed)
    if ('problem' in read) {
      report({ line, externalId: null, problem: read.problem })
      continue
    }
    const next = { line, activity: keyed(read, trimmed, seen), bytes: Buffer.byteLength(trimmed) }
    if (batch.length === BATCH_LINES || bytes + next.bytes > BATCH_BYTES) {
      if (batch.length > 0) yield batch
      batch = []
      bytes = 0
    }
    batch.push(next)
    bytes += next.bytes
  }
  if (batch.length > 0) yield batch
}

function readActivity(text: string): BulkActivity | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as BulkActivity)
      : { problem: 'is not a JSON object such as {"type":"order.paid","externalId":"customer-42"}.' }
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}.` }
  }
}

function keyed(activity: BulkActivity, text: string, seen: Map<string, number>): BulkActivity {
  if (activity.idempotencyKey !== undefined) return activity
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 40)
  const count = (seen.get(hash) ?? 0) + 1
  seen.set(hash, count)
  return { ...activity, idempotencyKey: `${KEY_PREFIX}${hash}-${count}` }
}
