import type { Logger } from 'pino'
import { poll } from '../../runtime/process/poll.ts'
import { type Db, openDatabase } from '../../storage/database/database.ts'
import { deleteRevocations, listRevocations } from '../accounts/revocation-store.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.ts'

const POLL_INTERVAL_MS = 400
/** Older knowledge must be refreshed before a token is accepted. */
const AGE_MS_MAX = 2_000
/** Without requests for this long, polls pause; the next request reads what it needs. */
const IDLE_AFTER_MS = 10_000
const READ_TIMEOUT_MS = 5_000
/** How far a poll reads back beyond the last one: a transaction may take long to commit. */
const OVERLAP_SECONDS = 60
const KEPT_SECONDS = 2 * ACCESS_TOKEN_LIFETIME_SECONDS
const RELOAD_INTERVAL_MS = 600_000

/** The sessions, secrets and grants that ended before their access tokens expired. */
export type Revocations = {
  has(id: string): boolean
  /** Resolves when `has` knows what was revoked until two seconds ago; undefined if it knows already. */
  refresh(): Promise<void> | undefined
  stop(): Promise<void>
}

/**
 * Polls what any process has revoked, so that a request is checked without the database. The connection is
 * not one of those that requests use: a busy service must not accept revoked tokens for longer.
 */
export async function watchRevocations({
  connectionString,
  log,
  idleAfterMs = IDLE_AFTER_MS,
}: {
  connectionString: string
  log: Pick<Logger, 'warn'>
  idleAfterMs?: number
}): Promise<Revocations> {
  const database = openDatabase({
    connectionString,
    connectionsMax: 1,
    timeoutMs: READ_TIMEOUT_MS,
    onConnectionError: (err) => log.warn({ err }, 'connection for revocations lost; reconnecting'),
  })
  let readAt = performance.now()
  let neededAt = readAt
  let revoked = new Set(await listRevocations(database, KEPT_SECONDS))
  let reading: Promise<void> | undefined

  /** Reads what is new. Requests that wait share one read with the poll. */
  function read(): Promise<void> {
    const at = performance.now()
    const seconds = OVERLAP_SECONDS + Math.ceil((at - readAt) / 1000)
    reading ??= listRevocations(database, seconds)
      .then((ids) => {
        for (const id of ids) revoked.add(id)
        readAt = at
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function readUntil(at: number): Promise<void> {
    while (readAt < at) await read()
  }

  async function readNew(): Promise<void> {
    if (performance.now() - neededAt > idleAfterMs) return
    try {
      await read()
    } catch (err) {
      log.warn({ err }, 'reading revocations failed; retrying')
    }
  }

  // Drops the revocations that are older than any access token.
  async function reload(): Promise<void> {
    try {
      revoked = new Set(await listRevocations(database, KEPT_SECONDS))
    } catch (err) {
      log.warn({ err }, 'reloading revocations failed')
    }
  }

  const polls = [poll(POLL_INTERVAL_MS, readNew), poll(RELOAD_INTERVAL_MS, reload)]
  return {
    has: (id) => revoked.has(id),
    refresh() {
      neededAt = performance.now()
      const needed = neededAt - AGE_MS_MAX
      return readAt < needed ? readUntil(needed) : undefined
    },
    async stop() {
      await Promise.all(polls.map((each) => each.stop()))
      await reading?.catch(() => {})
      await database.close()
    },
  }
}

export const purgeRevocations = (db: Db) => deleteRevocations(db, KEPT_SECONDS)
