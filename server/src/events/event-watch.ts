import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { type Listening, listenTo, notify } from '../database/notifications.ts'
import { type Poll, poll } from '../process/poll.ts'
import { findLastSeqs } from './event-queries.ts'

const CHANNEL = 'laurel_events'
const NOTIFY_INTERVAL_MS = 100
const POLL_MS = 1_000
/** A payload can have 8,000 bytes. */
const PARTNERS_PER_PAYLOAD = 200

export type EventWatch = {
  /** Calls `wake` when the partner may have new events; sometimes without any. */
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
 * Wakes subscribers of this process when a partner has new events: after its own commits, on notifications
 * from other processes, and by polling, which finds the events of a lost notification.
 */
export function watchEvents({ database, connectionString, log, pollMs = POLL_MS }: WatchOptions): EventWatch {
  const subscribers = new Map<string, Set<() => void>>()
  const seen = new Map<string, bigint>()
  const self = randomUUID()
  const notifier = createNotifier({ database, self, log })
  let listening: Listening | undefined
  let polling: Poll | undefined
  let lastPoll: Promise<void> | undefined

  const wake = (partnerId: string) => {
    for (const each of subscribers.get(partnerId) ?? []) each()
  }

  async function pollOnce(): Promise<void> {
    try {
      for (const { partnerId, last } of await findLastSeqs(database, [...subscribers.keys()])) {
        if (seen.get(partnerId) === last) continue
        seen.set(partnerId, last)
        wake(partnerId)
      }
    } catch (err) {
      log.warn({ err }, 'polling for new events failed; retrying')
    }
  }

  function start(): void {
    polling ??= poll(pollMs, pollOnce)
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
    lastPoll = polling?.stop() ?? lastPoll
    polling = undefined
  }

  database.onCommit((partnerIds) => {
    for (const partnerId of partnerIds) wake(partnerId)
    notifier.add(partnerIds)
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
      await notifier.stop()
      await lastPoll
      await listening?.stop()
    },
  }
}

/** Notifies other processes which partners have new events: at once, then at most every 100 ms. */
function createNotifier({
  database,
  self,
  log,
}: {
  database: Database
  self: string
  log: Pick<Logger, 'warn'>
}) {
  const changed = new Set<string>()
  const stopping = new AbortController()
  let notifying: Promise<void> | undefined

  async function notifyOthers(): Promise<void> {
    while (changed.size > 0) {
      const payloads = payloadsOf(self, [...changed])
      changed.clear()
      await notify(database, CHANNEL, payloads).catch((err) =>
        log.warn({ err }, 'notifying other processes of new events failed; they poll within a second'),
      )
      await delay(NOTIFY_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    notifying = undefined
  }

  return {
    add(partnerIds: ReadonlySet<string>): void {
      for (const partnerId of partnerIds) changed.add(partnerId)
      notifying ??= notifyOthers()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await notifying
    },
  }
}

function payloadsOf(sender: string, partnerIds: string[]): string[] {
  const payloads: string[] = []
  for (let start = 0; start < partnerIds.length; start += PARTNERS_PER_PAYLOAD)
    payloads.push(`${sender} ${partnerIds.slice(start, start + PARTNERS_PER_PAYLOAD).join(',')}`)
  return payloads
}
