import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { type EventWatch, watchEvents } from '../../src/events/event-watch.ts'
import { closeLedger, lockLedger, openLedger, recordLifecycleEvent } from '../../src/ledger/ledger.ts'
import { createTestDatabase } from './database.ts'

const NEVER_MS = 600_000

/** What one process has to hear of events with: its connections and its watch, which looks by itself only if told to. */
export type WatchingProcess = { database: Database; watch: EventWatch; warnings: unknown[] }

/** A database of its own, without the rest of the service, and processes on it. */
export async function createLedgers() {
  const { connectionString, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  const processes: WatchingProcess[] = []
  after(async () => {
    for (const { watch, database } of processes) {
      await watch.stop()
      await database.close()
    }
    await client.end()
    await drop()
  })
  return {
    connectionString,
    client,
    startProcess({ pollMs = NEVER_MS } = {}): WatchingProcess {
      const warnings: unknown[] = []
      const log = { warn: (...said: unknown[]) => void warnings.push(said) }
      const database = openDatabase({ connectionString })
      const watch = watchEvents({ database, connectionString, pollMs, log })
      processes.push({ database, watch, warnings })
      return { database, watch, warnings }
    },
  }
}

export async function newLedger(database: Database): Promise<string> {
  const partnerId = randomUUID()
  await database.transaction((tx) => openLedger(tx, partnerId, new Date()))
  return partnerId
}

export function writeEvent(database: Database, partnerId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const ledger = await lockLedger(tx, partnerId)
    recordLifecycleEvent(tx, ledger, { type: 'rule.created', data: {}, at: new Date() })
    closeLedger(tx, ledger)
  })
}
