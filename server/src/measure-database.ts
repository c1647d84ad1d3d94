import { Gauge, Registry } from 'prom-client'
import { findSendingPause } from './messages/outbound/sending-pause-store.ts'
import { findOldestDue } from './programme/due/due-store.ts'
import { listInvariantChecks } from './programme/ledger/invariant-store.ts'
import { findOldestNoted } from './programme/ledger/noted-activity-store.ts'
import { type Db, openDatabase } from './storage/database/database.ts'
import { listQueueLengths } from './storage/jobs/job-store.ts'

const READ_TIMEOUT_MS = 3_000

/**
 * Measures what all processes of a database share. Each scrape reads it, with a connection of its own that
 * closes when idle: the main process of several workers has no other.
 */
export function measureDatabase(connectionString: string): () => Promise<Registry> {
  const database = openDatabase({ connectionString, connectionsMax: 1, timeoutMs: READ_TIMEOUT_MS })
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('laurel_database_up', 'Whether the database responded to this scrape.')
  const paused = gauge(
    'laurel_sending_paused',
    'Whether webhooks, mails and user-details requests are paused.',
  )
  const waiting = gauge('laurel_jobs_waiting', 'Background jobs that wait for their first try or a retry.', [
    'queue',
  ])
  const active = gauge('laurel_jobs_active', 'Background jobs in progress.', ['queue'])
  const notedAge = gauge(
    'laurel_noted_activities_age_seconds',
    'How long the oldest activity of the service itself waits to be decided; 0 when none does.',
  )
  const dueAge = gauge(
    'laurel_due_wallets_age_seconds',
    'How long the background job has been late for what is due first in wallets; 0 when nothing is.',
  )
  const broken = gauge(
    'laurel_audit_broken_rows',
    'Rows that broke an invariant in the last `laurel audit`.',
    ['invariant'],
  )
  const checkedAt = gauge(
    'laurel_audit_timestamp_seconds',
    'When `laurel audit` last checked an invariant.',
    ['invariant'],
  )

  async function read(db: Db): Promise<void> {
    paused.set((await findSendingPause(db)) ? 1 : 0)
    for (const { queue, ...counts } of await listQueueLengths(db)) {
      waiting.set({ queue }, counts.waiting)
      active.set({ queue }, counts.active)
    }
    notedAge.set(secondsSince(await findOldestNoted(db)))
    dueAge.set(secondsSince(await findOldestDue(db)))
    for (const { invariant, brokenRows, checkedAt: at } of await listInvariantChecks(db)) {
      broken.set({ invariant }, Number(brokenRows))
      checkedAt.set({ invariant }, at.getTime() / 1_000)
    }
  }

  return async () => {
    registry.resetMetrics()
    const isUp = await read(database).then(
      () => true,
      () => false,
    )
    up.set(isUp ? 1 : 0)
    return registry
  }
}

const secondsSince = (time: Date | undefined): number =>
  time === undefined ? 0 : Math.max(0, Date.now() - time.getTime()) / 1_000
