import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { type Listening, listenTo, notify } from '../database/notifications.ts'
import { findLastSeqs } from './event-queries.ts'

const CHANNEL = 'laurel_events'
const NOTIFY_INTERVAL_MS = 100
const POLL_MS = 1_000
/** A payload may have 8,000 bytes. */
const PARTNERS_PER_PAYLOAD = 200

export type EventWatch = {
  /** Calls `wake` when the partner may have new events. It can come too often, never too seldom. */
  subscribe(partnerId: string, wake: () => void): () => void
  stop(): Promise<void>
}

type WatchOptions = {
  database: Database
  connectionString: string
  log: Pick<Logger, 'warn'>
  pollMs?: number
}

/**
 * Tells within this process when a partner has new events: at once when they were written here, by a notification when another process
 * wrote them, and by looking each second, so that a notification that is lost delays but loses nothing.
 */
export function watchEvents({ database, connectionString, log, pollMs = POLL_MS }: WatchOptions): EventWatch {
  const subscribers = new Map<string, Set<() => void>>()
  const seen = new Map<string, bigint>()
  const self = randomUUID()
  const announce = announcer({ database, self, log })
  let listening: Listening | undefined
  let polling: NodeJS.Timeout | undefined
  let isLooking = false
  let looking: Promise<void> = Promise.resolve()

  const wake = (partnerId: string) => {
    for (const each of subscribers.get(partnerId) ?? []) each()
  }

  async function look(): Promise<void> {
    try {
      for (const { partnerId, last } of await findLastSeqs(database, [...subscribers.keys()])) {
        if (seen.get(partnerId) === last) continue
        seen.set(partnerId, last)
        wake(partnerId)
      }
    } catch (err) {
      log.warn({ err }, 'new events could not be looked for; this is tried again at once')
    } finally {
      isLooking = false
    }
  }

  function poll(): void {
    if (isLooking) return
    isLooking = true
    looking = look()
  }

  function start(): void {
    polling ??= setInterval(poll, pollMs)
    listening ??= listenTo({
      connectionString,
      channel: CHANNEL,
      onPayload: (payload) => {
        const [sender, partners = ''] = payload.split(' ', 2)
        if (sender !== self) for (const partnerId of partners.split(',')) wake(partnerId)
      },
      onConnected: () => {
        for (const partnerId of subscribers.keys()) wake(partnerId)
      },
      log,
    })
  }

  function stopPolling(): void {
    clearInterval(polling)
    polling = undefined
  }

  database.onCommit((partnerIds) => {
    for (const partnerId of partnerIds) wake(partnerId)
    announce.add(partnerIds)
  })

  return {
    subscribe(partnerId, onWake) {
      const own = () => onWake()
      const others = subscribers.get(partnerId) ?? new Set()
      subscribers.set(partnerId, others.add(own))
      start()
      return () => {
        others.delete(own)
        if (others.size > 0 || subscribers.get(partnerId) !== others) return
        subscribers.delete(partnerId)
        seen.delete(partnerId)
        if (subscribers.size === 0) stopPolling()
      }
    },
    async stop() {
      stopPolling()
      await announce.stop()
      await looking
      await listening?.stop()
    },
  }
}

/** Tells other processes which partners have new events: at once, then at most every 100 ms for all that came meanwhile. */
function announcer({ database, self, log }: { database: Database; self: string; log: Pick<Logger, 'warn'> }) {
  const changed = new Set<string>()
  const stopping = new AbortController()
  let telling: Promise<void> | undefined

  async function tell(): Promise<void> {
    while (changed.size > 0) {
      const payloads = payloadsOf(self, [...changed])
      changed.clear()
      await notify(database, CHANNEL, payloads).catch((err) =>
        log.warn({ err }, 'other processes could not be told of new events; they find them within a second'),
      )
      await delay(NOTIFY_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    telling = undefined
  }

  return {
    add(partnerIds: ReadonlySet<string>): void {
      for (const partnerId of partnerIds) changed.add(partnerId)
      telling ??= tell()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await telling
    },
  }
}

function payloadsOf(sender: string, partnerIds: string[]): string[] {
  const payloads: string[] = []
  for (let start = 0; start < partnerIds.length; start += PARTNERS_PER_PAYLOAD)
    payloads.push(`${sender} ${partnerIds.slice(start, start + PARTNERS_PER_PAYLOAD).join(',')}`)
  return payloads
}
