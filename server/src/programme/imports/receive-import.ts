import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { roleRefusal } from '../../http/edge/request-caller.ts'
import type { Actor } from '../../runtime/caller.ts'
import { conflict, Failure, forbidden, refused } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import type { KeyedRequest } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import { replaceStoredBody } from '../idempotency/stored-response-store.ts'
import { recordedActor } from '../ledger/actor.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { recordActor } from '../ledger/record-store.ts'
import { BATCH_LINES_MAX } from './import.ts'
import { hasOpening, type ReceivedLine } from './import-line.ts'
import {
  appendLines,
  deleteImport,
  endImport,
  insertImport,
  lockReceived,
  lockUnfinished,
  type ReceivedLines,
  startRunning,
} from './import-store.ts'
import { type Format, readLines } from './read-lines.ts'

/** The roles that may create coins, as with adjustments. */
const OPENING_ROLES = ['owner', 'manager'] as const

export const importInProgress = () =>
  refused('import_in_progress', 'Another import is running; wait until it is finished, or cancel it.')

export const importReplaced = () =>
  refused(
    'import_replaced',
    'A later import took the place of this one before all lines arrived; send it again.',
  )

type Upload = { body: Readable; format: Format; keyed: KeyedRequest | null }

/**
 * Receives a file line by line, and leaves its lines to the job. Nothing of it counts before all of it has
 * arrived. A retry with the key goes on behind the lines that have arrived; they must be the same.
 */
export async function receiveImport(
  database: Database,
  actor: Actor,
  { body, format, keyed }: Upload,
): Promise<{ id: string; isReplay: boolean }> {
  const id = await beginImport(database, actor, keyed)
  const key = { partnerId: actor.partnerId, id }
  try {
    return { id, isReplay: await receiveLines(database, actor, key, { body, format }) }
  } catch (error) {
    // No request can go on with it without a key. After a file that is refused as a whole, another may use
    // the key.
    if (!keyed || isRefusedWhole(error)) await discard(database, key, keyed)
    throw error
  }
}

const isRefusedWhole = (error: unknown) =>
  error instanceof Failure && ['invalid', 'tooLarge', 'forbidden'].includes(error.kind)

type Key = { partnerId: string; id: string }

/** The import of a key, or none when its file was refused as a whole. */
type Begun = { id: string | null }

async function beginImport(database: Database, actor: Actor, keyed: KeyedRequest | null): Promise<string> {
  const { data } = await respondOnce<Begun>(database, actor, keyed, async (tx, ledger) => ({
    status: 201,
    data: { id: await addImport(tx, ledger, actor) },
  }))
  if (data.id !== null) return data.id
  return partnerTransaction(database, actor, async (tx, ledger) => {
    const added = await addImport(tx, ledger, actor)
    if (keyed) replaceStoredBody(tx, actor.partnerId, keyed.key, JSON.stringify({ id: added }))
    return added
  })
}

/** A new import takes the place of one whose lines have not all arrived. */
async function addImport(tx: Tx, ledger: Ledger, actor: Actor): Promise<string> {
  const { partnerId, now } = ledger
  const unfinished = await lockUnfinished(tx, partnerId)
  if (unfinished?.status === 'running') throw importInProgress()
  if (unfinished) endImport(tx, { partnerId, id: unfinished.id }, 'cancelled', now)
  const id = newId()
  insertImport(tx, { partnerId, id }, recordActor(tx, ledger, recordedActor(actor)), now)
  return id
}

/** Returns whether all lines had arrived before. */
async function receiveLines(
  database: Database,
  actor: Actor,
  key: Key,
  { body, format }: Pick<Upload, 'body' | 'format'>,
): Promise<boolean> {
  const received = await database.transaction((tx) => lockReceived(tx, key))
  // The report of the import is past its retention.
  if (!received) throw conflict()
  if (received.status === 'cancelled') throw importReplaced()
  const hash = createHash('sha256')
  let count = 0
  let waiting: ReceivedLine[] = []

  const store = async () => {
    const next = { after: count - waiting.length, lines: waiting, linesHash: hash.copy().digest() }
    await database.transaction(async (tx) => {
      requireReceiving(await lockReceived(tx, key), next.after)
      appendLines(tx, key, next)
    })
    waiting = []
  }

  for await (const { text, check } of readLines(body, format)) {
    count += 1
    hash.update(text).update('\n')
    if (count === received.lines && !isSame(received, hash.copy().digest())) throw conflict()
    if (count <= received.lines) continue
    if (received.status !== 'receiving') throw conflict()
    const line = check()
    if (hasOpening(line)) requireRight(actor)
    waiting.push(line)
    if (waiting.length === BATCH_LINES_MAX) await store()
  }
  if (count < received.lines) throw conflict()
  if (received.status !== 'receiving') return true
  if (waiting.length > 0) await store()
  await partnerTransaction(database, actor, async (tx) => {
    requireReceiving(await lockReceived(tx, key), count)
    const jobId = newId()
    startRunning(tx, key, jobId)
    sendJob(tx, 'import', jobId)
  })
  return false
}

const isSame = ({ linesHash }: ReceivedLines, hash: Buffer) => linesHash?.equals(hash) ?? false

/** Another request with the key, or another import, may have come first. */
function requireReceiving(received: ReceivedLines | undefined, lines: number): void {
  if (received?.status === 'cancelled') throw importReplaced()
  if (received?.status !== 'receiving' || received.lines !== lines) throw conflict()
}

/** Openings create coins and points. */
function requireRight({ caller }: Actor): void {
  if (!caller) return
  const { scopes, role } = caller.credential
  if (!scopes.has('adjust'))
    throw forbidden(
      'This token lacks the scope adjust, which lines with coins or points need; ask for one that has it.',
    )
  const refusal = role && roleRefusal(role, OPENING_ROLES)
  if (refusal) throw refusal
}

async function discard(database: Database, key: Key, keyed: KeyedRequest | null): Promise<void> {
  await database.transaction(async (tx) => {
    const received = await lockReceived(tx, key)
    if (received?.status !== 'receiving') return
    deleteImport(tx, key)
    const none: Begun = { id: null }
    if (keyed) replaceStoredBody(tx, key.partnerId, keyed.key, JSON.stringify(none))
  })
}
