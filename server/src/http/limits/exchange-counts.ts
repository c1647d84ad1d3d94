import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { poll } from '../../runtime/process/poll.ts'
import type { Database } from '../../storage/database/database.ts'
import { listenTo, notify } from '../../storage/database/notifications.ts'
import type { CountReport, RequestCounts } from './request-counts.ts'

export const CHANNEL = 'laurel_request_counts'
const EXCHANGE_MS = 1_000
/** A payload can have 8,000 bytes, and a key with its count has at most 90. */
const REPORTS_PER_PAYLOAD = 80

type ExchangeOptions = {
  counts: RequestCounts
  database: Database
  connectionString: string
  log: Pick<Logger, 'warn'>
}

/** Tells other processes once a second what this one has counted, with one statement. */
export function exchangeCounts({ counts, database, connectionString, log }: ExchangeOptions): {
  stop(): Promise<void>
} {
  const self = randomUUID()
  const listening = listenTo({
    connectionString,
    channel: CHANNEL,
    onPayload: (payload) => {
      const message = readPayload(payload)
      if (message && message.sender !== self) counts.receive(message.sender, message.reports)
    },
    onConnected: () => {},
    log,
  })
  const sending = poll(EXCHANGE_MS, async () => {
    const reports = counts.takeReports()
    if (reports.length === 0) return
    await notify(database, CHANNEL, payloadsOf(self, reports)).catch((err) =>
      log.warn({ err }, 'sharing request counts failed; limits hold for each process until it succeeds'),
    )
  })
  return {
    async stop() {
      await sending.stop()
      await listening.stop()
    },
  }
}

type Message = { sender: string; reports: CountReport[] }

/** Everyone who may connect to the database can send a payload, so one that is not ours is ignored. */
function readPayload(payload: string): Message | undefined {
  try {
    const { sender, reports } = JSON.parse(payload)
    return typeof sender === 'string' && reports.every(isReport) ? { sender, reports } : undefined
  } catch {
    return undefined
  }
}

function isReport({ key, start, count }: Record<keyof CountReport, unknown>): boolean {
  return typeof key === 'string' && Number.isFinite(start) && Number.isFinite(count)
}

function payloadsOf(sender: string, reports: CountReport[]): string[] {
  const payloads: string[] = []
  for (let first = 0; first < reports.length; first += REPORTS_PER_PAYLOAD)
    payloads.push(JSON.stringify({ sender, reports: reports.slice(first, first + REPORTS_PER_PAYLOAD) }))
  return payloads
}
