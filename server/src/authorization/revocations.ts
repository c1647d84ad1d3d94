import type { Logger } from 'pino'
import type { Database, Db } from '../database/database.ts'
import { poll } from '../process/poll.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.ts'
import { deleteRevocations, listRevocations } from './revocation-store.ts'

const POLL_INTERVAL_MS = 400
/** How far a poll reads back beyond the last one: a transaction may take long to commit. */
const OVERLAP_SECONDS = 60
const KEPT_SECONDS = 2 * ACCESS_TOKEN_LIFETIME_SECONDS
const RELOAD_INTERVAL_MS = 600_000

/** The sessions and grants that ended before their access tokens expired. */
export type Revocations = {
  has(id: string): boolean
  stop(): Promise<void>
}

/** Polls what any process has revoked, so that a request is checked without the database. */
export async function watchRevocations({
  database,
  log,
}: {
  database: Database
  log: Pick<Logger, 'warn'>
}): Promise<Revocations> {
  let revoked = new Set(await listRevocations(database, KEPT_SECONDS))
  let polledAt = performance.now()
  const readNew = async () => {
    const at = performance.now()
    try {
      const seconds = OVERLAP_SECONDS + Math.ceil((at - polledAt) / 1000)
      for (const id of await listRevocations(database, seconds)) revoked.add(id)
      polledAt = at
    } catch (err) {
      log.warn({ err }, 'reading revocations failed; retrying')
    }
  }
  // Drops the revocations that are older than any access token.
  const reload = async () => {
    try {
      revoked = new Set(await listRevocations(database, KEPT_SECONDS))
    } catch (err) {
      log.warn({ err }, 'reloading revocations failed')
    }
  }
  const polls = [poll(POLL_INTERVAL_MS, readNew), poll(RELOAD_INTERVAL_MS, reload)]
  return {
    has: (id) => revoked.has(id),
    async stop() {
      await Promise.all(polls.map((each) => each.stop()))
    },
  }
}

export const purgeRevocations = (db: Db) => deleteRevocations(db, KEPT_SECONDS)
