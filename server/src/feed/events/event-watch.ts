import type { Logger } from 'pino'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import { createPartnerNodes } from '../../storage/citus/partner-nodes.ts'
import type { Database } from '../../storage/database/database.ts'
import type { Listening } from '../../storage/database/notifications.ts'
import { createEventNotifier, listenForEvents } from './event-notifications.ts'
import { findLastSeqs } from './event-queries.ts'

const POLL_MS = 1_000

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
  const notifier = createEventNotifier({ database, log })
  const nodes = createPartnerNodes(database)
  let listening: Listening | undefined
  let polling: Poll | undefined
  let lastPoll: Promise<void> | undefined

  const wake = (partnerId: string) => {
    for (const each of subscribers.get(partnerId) ?? []) each()
  }

  async function pollOnce(): Promise<void> {
    try {
      const found = await nodes.read([...subscribers.keys()], (partnerIds) =>
        findLastSeqs(database, partnerIds),
      )
      for (const { partnerId, last } of found.rows) {
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
    listening ??= listenForEvents({
      connectionString,
      onPartners: (partnerIds, sender) => {
        if (sender !== notifier.self) for (const partnerId of partnerIds) wake(partnerId)
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

  database.onCommit((changed) => {
    for (const partnerId of changed.keys()) wake(partnerId)
    notifier.add(changed.keys())
  })

  return {
    subscribe(partnerId, onWake) {
      const listener = () => onWake()
      const others = subscribers.get(partnerId) ?? new Set()
      subscribers.set(partnerId, others.add(listener))
      start()
      return () => {
        others.delete(listener)
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
