import type { Logger } from 'pino'
import type { Database, Db } from '../database/database.ts'
import { poll } from '../process/poll.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.ts'
import { deleteRevocations, listRevocations } from './revocation-store.ts'

const LOOK_INTERVAL_MS = 400
/** How much further than to the last look that succeeded: a transaction may have been long on its way to its commit. */
const LOOK_BACK_SECONDS = 60
const KEPT_SECONDS = 2 * ACCESS_TOKEN_LIFETIME_SECONDS
const FORGET_INTERVAL_MS = 600_000

/** What this process knows of sessions and grants that were ended before their access tokens expired. */
export type Revocations = {
  /** Whether tokens of this session or grant are refused. */
  has(id: string): boolean
  stop(): Promise<void>
}

/** Reads what any process has revoked, several times a second, so that a request is checked without asking the database. */
export async function watchRevocations({
  database,
  log,
}: {
  database: Database
  log: Pick<Logger, 'warn'>
}): Promise<Revocations> {
  let revoked = new Set(await listRevocations(database, KEPT_SECONDS))
  let lookedAt = performance.now()
  const look = async () => {
    const at = performance.now()
    try {
      const seconds = LOOK_BACK_SECONDS + Math.ceil((at - lookedAt) / 1000)
      for (const id of await listRevocations(database, seconds)) revoked.add(id)
      lookedAt = at
    } catch (err) {
      log.warn({ err }, 'revoked sessions could not be read; this is tried again at once')
    }
  }
  const forget = async () => {
    try {
      revoked = new Set(await listRevocations(database, KEPT_SECONDS))
    } catch (err) {
      log.warn({ err }, 'old revocations could not be forgotten')
    }
  }
  const repetitions = [poll(LOOK_INTERVAL_MS, look), poll(FORGET_INTERVAL_MS, forget)]
  return {
    has: (id) => revoked.has(id),
    async stop() {
      await Promise.all(repetitions.map((each) => each.stop()))
    },
  }
}

/** Once for all processes; each forgets by itself what it has in memory. */
export const purgeRevocations = (db: Db) => deleteRevocations(db, KEPT_SECONDS)
