import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Db, SERVICE_ROLE, sql } from './database.ts'

const RECONNECT_MS = 1_000

/** Sends these to every process that listens. Never inside a transaction of the ledger: its commit would wait for all others that notify. */
export async function notify(db: Db, channel: string, payloads: string[]): Promise<void> {
  await db.run(sql`
    select pg_notify(${channel}, payload)
    from unnest(${payloads}::text[]) as payload`)
}

export type Listening = { stop(): Promise<void> }

/** Hears what other processes send, on a connection of its own that is opened again whenever it is lost. */
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
  /** What was sent before this was not heard. */
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
        log.warn({ err }, 'the connection that hears of events was lost and is opened again')
        resolve()
      })
      opened.on('end', resolve)
    })
    opened.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await opened.connect()
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
        if (!stopping.signal.aborted)
          log.warn({ err }, 'no connection to hear of events could be opened; this is tried again')
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
