import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import { hasFailed, type LoggedRequest } from './logged-request.ts'
import { addLeftOut, insertRequests } from './request-log-store.ts'

const WRITE_INTERVAL_MS = 1_000
/** Of one partner, between two writes. */
export const KEPT_MAX = 20
/** Of all partners, while the database is unavailable. */
const WAITING_MAX = 5_000

type Spent = { ok: number; failed: number; leftOut: number }

export type RequestLog = {
  /** Keeps a request if its partner has room for it; if not, it is not even described, only counted. */
  record(request: { partnerId: string; status: number }, describe: () => LoggedRequest): void
  stop(): Promise<void>
}

/** Keeps requests in memory and writes them down once a second, off the path of all requests; some of each partner, and the count of the others. */
export function startRequestLog({
  database,
  now,
  log,
}: {
  database: Database
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
}): RequestLog {
  let waiting: LoggedRequest[] = []
  let spent = new Map<string, Spent>()
  let leftOut = new Map<string, number>()
  let writing = Promise.resolve()
  let isWriting = false

  function leaveOut(partnerId: string, count: number): void {
    if (count > 0) leftOut.set(partnerId, (leftOut.get(partnerId) ?? 0) + count)
  }

  function startNextSecond(): void {
    for (const [partnerId, { leftOut: count }] of spent) leaveOut(partnerId, count)
    spent = new Map()
    if (!isWriting && (waiting.length > 0 || leftOut.size > 0)) writing = write()
  }

  async function write(): Promise<void> {
    isWriting = true
    const [requests, counts] = [waiting, leftOut]
    waiting = []
    leftOut = new Map()
    try {
      await database.transaction(async (tx) => {
        if (requests.length > 0) insertRequests(tx, requests)
        if (counts.size > 0) addLeftOut(tx, counts, now())
      })
    } catch (err) {
      if (isDatabaseUnavailable(err)) takeBack(requests, counts)
      else log.error({ err }, 'requests could not be written to their log')
    } finally {
      isWriting = false
    }
  }

  function takeBack(requests: LoggedRequest[], counts: ReadonlyMap<string, number>): void {
    const all = [...requests, ...waiting]
    waiting = all.slice(0, WAITING_MAX)
    for (const { partnerId } of all.slice(WAITING_MAX)) leaveOut(partnerId, 1)
    for (const [partnerId, count] of counts) leaveOut(partnerId, count)
  }

  const timer = setInterval(startNextSecond, WRITE_INTERVAL_MS)
  return {
    record({ partnerId, status }, describe) {
      const of = spent.get(partnerId) ?? { ok: 0, failed: 0, leftOut: 0 }
      spent.set(partnerId, of)
      const kind = hasFailed({ status }) ? 'failed' : 'ok'
      if (of[kind] >= KEPT_MAX || waiting.length >= WAITING_MAX) {
        of.leftOut += 1
        return
      }
      of[kind] += 1
      waiting.push(describe())
    },
    async stop() {
      clearInterval(timer)
      await writing
      startNextSecond()
      await writing
    },
  }
}
