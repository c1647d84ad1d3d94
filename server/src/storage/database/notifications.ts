import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { SERVICE_ROLE } from './connections.ts'
import { type Db, sql } from './database.ts'

const RECONNECT_MS = 1_000

/**
 * Sends payloads to every listening process. Never call this in a ledger transaction: commits of transactions
 * that notify wait for each other.
 */
export async function notify(db: Db, channel: string, payloads: string[]): Promise<void> {
  await db.run(sql`
    select pg_notify(${channel}, payload)
    from unnest(${payloads}::text[]) as payload`)
}

export type Listening = { stop(): Promise<void> }

/** Receives the payloads of other processes on its own connection and reconnects when it is lost. */
export function listenTo({
  connectionString,
  channel,
  onPayload,
  onConnected,
  log,
}: {
  connectionString: string
  channel: string
  onPayload: (payload: string) => void
  /** Payloads sent before this call were missed. */
  onConnected: () => void
  log: Pick<Logger, 'warn'>
}): Listening {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function listen(): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      options: `-c role=${SERVICE_ROLE}`,
      application_name: 'laurel',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client = opened
    const lost = new Promise<void>((resolve) => {
      opened.on('error', (err) => {
        log.warn({ err }, 'listener connection lost; reconnecting')
        resolve()
      })
      opened.on('end', resolve)
    })
    opened.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      // A connection that is ended while it is made reports only its end.
      const isConnected = await Promise.race([opened.connect().then(() => true), lost.then(() => false)])
      if (!isConnected) return
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
      onConnected()
      await lost
    } finally {
      await opened.end().catch(() => {})
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((err) => {
        if (!stopping.signal.aborted) log.warn({ err }, 'listener cannot connect; retrying')
      })
      await delay(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}
