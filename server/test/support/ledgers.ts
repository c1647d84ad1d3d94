import { randomUUID } from 'node:crypto'
import { type EventWatch, watchEvents } from '../../src/feed/events/event-watch.ts'
import {
  closeLedger,
  lockLedger,
  openLedger,
  recordLifecycleEvent,
} from '../../src/programme/ledger/ledger.ts'
import { type Database, sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from './database.ts'

const NEVER_MS = 600_000

/** The connections and the event watch of one process. The watch polls only where a test asks for it. */
export type WatchingProcess = {
  database: Database
  watch: EventWatch
  warnings: unknown[]
  polls: () => number
}

/** A database of its own, without the rest of the service, and processes on it. */
export async function createLedgers() {
  const { connectionString, client, open, closeFirst } = await openTestDatabase()
  return {
    connectionString,
    client,
    open,
    startProcess({ pollMs = NEVER_MS } = {}): WatchingProcess {
      const warnings: unknown[] = []
      const log = { warn: (...said: unknown[]) => void warnings.push(said) }
      const database = open()
      let polls = 0
      const counting: Database = {
        ...database,
        many: (statement) => {
          polls += 1
          return database.many(statement)
        },
      }
      const watch = watchEvents({ database: counting, connectionString, pollMs, log })
      closeFirst(watch.stop)
      return { database, watch, warnings, polls: () => polls }
    },
  }
}

export async function newLedger(database: Database): Promise<string> {
  const partnerId = randomUUID()
  await database.transaction(async (tx) => {
    await tx.run(
      sql`insert into ecosystems (name, created_at) values ('tests', now()) on conflict do nothing`,
    )
    await tx.run(sql`
      insert into partners (id, ecosystem, name, email, created_at, updated_at)
      values (${partnerId}, 'tests', 'Partner', 'partner@example.com', now(), now())`)
    await openLedger(tx, partnerId)
  })
  return partnerId
}

export function writeEvent(database: Database, partnerId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const ledger = await lockLedger(tx, partnerId)
    recordLifecycleEvent(tx, ledger, { type: 'rule.created', data: {} })
    closeLedger(tx, ledger)
  })
}
