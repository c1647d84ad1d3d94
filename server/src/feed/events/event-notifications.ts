import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUuid } from '../../http/input/fields.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import type { Database } from '../../storage/database/database.ts'
import { type Listening, listenTo, notify } from '../../storage/database/notifications.ts'

const CHANNEL = 'laurel_events'
const NOTIFY_INTERVAL_MS = 100
const RETRY_MS = 1_000
/** A payload can have 8,000 bytes. */
const PARTNERS_PER_PAYLOAD = 200

type ListenOptions = {
  connectionString: string
  /** Called with partners that may have new events. */
  onPartners: (partnerIds: string[], sender: string) => void
  /** Notifications sent before this call were missed. */
  onConnected: () => void
  log: Pick<Logger, 'warn'>
}

export function listenForEvents({
  connectionString,
  onPartners,
  onConnected,
  log,
}: ListenOptions): Listening {
  return listenTo({
    connectionString,
    channel: CHANNEL,
    onPayload: (payload) => {
      const [sender = '', partners = ''] = payload.split(' ', 2)
      // Everyone who may connect to the database can send a payload.
      onPartners(partners.split(',').filter(isUuid), sender)
    },
    onConnected,
    log,
  })
}

export type EventNotifier = {
  /** The sender of its notifications. */
  self: string
  add(partnerIds: Iterable<string>): void
  stop(): Promise<void>
}

/** Notifies other processes which partners have new events: at once, then at most every 100 ms. */
export function createEventNotifier({
  database,
  log,
}: {
  database: Database
  log: Pick<Logger, 'warn'>
}): EventNotifier {
  const self = randomUUID()
  const changed = new Set<string>()
  const stopping = new AbortController()
  let notifying: Promise<void> | undefined

  async function notifyOthers(): Promise<void> {
    let isFailing = false
    while (changed.size > 0) {
      const partnerIds = [...changed]
      changed.clear()
      try {
        await notify(database, CHANNEL, payloadsOf(self, partnerIds))
        isFailing = false
      } catch (err) {
        if (stopping.signal.aborted) break
        if (!isFailing) log.warn({ err }, 'notifying other processes of new events failed; retrying')
        isFailing = true
        for (const partnerId of partnerIds) changed.add(partnerId)
      }
      const pauseMs = isFailing ? RETRY_MS : NOTIFY_INTERVAL_MS
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    notifying = undefined
  }

  return {
    self,
    add(partnerIds) {
      for (const partnerId of partnerIds) changed.add(partnerId)
      notifying ??= withoutReader(notifyOthers)
    },
    async stop() {
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
