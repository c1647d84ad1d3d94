import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../storage/database/database.ts'
import { isDatabaseUnavailable } from '../../storage/database/database-error.ts'
import { createRequestGroups } from './request-groups.ts'
import { addDropped, type BriefRequest, insertRequests, type LoggedRequest } from './request-log-store.ts'

const WRITE_INTERVAL_MS = 1_000
/** Lines of their own, for each partner and outcome. Others of the second share lines. */
export const LOGGED_PER_SECOND_MAX = 20
/** Above this many lines of all partners in a second, fewer successes of each partner have lines of their own. */
const BUSY_LINES = 500
export const LOGGED_WHEN_BUSY_MAX = 2
/** Limits the lines of all partners that wait while the database is unavailable. */
const WAITING_MAX = 5_000
/** The same for the requests that share lines. */
const GROUPED_WAITING_MAX = 100_000

/** Our own errors are limited apart, because callers are asked to quote their ids. */
type Outcome = 'ok' | 'refused' | 'broken'
type Usage = Record<Outcome, number> & { dropped: number }

const outcomeOf = (status: number): Outcome => (status >= 500 ? 'broken' : status >= 400 ? 'refused' : 'ok')

export type RequestLog = {
  /** Logs a request, in a line with others when its partner has many, or only counts it beyond the limits. */
  record(request: BriefRequest, describe: () => LoggedRequest): void
  stop(): Promise<void>
}

/** Collects requests in memory and writes them once a second, so that no request waits for the log. */
export function startRequestLog({
  database,
  now,
  log,
}: {
  database: Database
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
}): RequestLog {
  const groups = createRequestGroups(now)
  let waiting: LoggedRequest[] = []
  let used = new Map<string, Usage>()
  let dropped = new Map<string, number>()
  let writing = Promise.resolve()
  let isWriting = false

  function drop(partnerId: string, count: number): void {
    if (count > 0) dropped.set(partnerId, (dropped.get(partnerId) ?? 0) + count)
  }

  function hasRoom(outcome: Outcome, logged: number): boolean {
    const isShort = outcome === 'ok' && waiting.length >= BUSY_LINES
    return waiting.length < WAITING_MAX && logged < (isShort ? LOGGED_WHEN_BUSY_MAX : LOGGED_PER_SECOND_MAX)
  }

  function flush(): void {
    for (const [partnerId, { dropped: count }] of used) drop(partnerId, count)
    used = new Map()
    if (!isWriting) for (const line of groups.take()) waiting.push(line)
    if (!isWriting && (waiting.length > 0 || dropped.size > 0)) writing = write()
  }

  async function write(): Promise<void> {
    isWriting = true
    const [requests, counts] = [waiting, dropped]
    waiting = []
    dropped = new Map()
    try {
      await database.transaction(async (tx) => {
        if (requests.length > 0) insertRequests(tx, requests)
        if (counts.size > 0) addDropped(tx, counts, now())
      })
    } catch (err) {
      if (isDatabaseUnavailable(err)) requeue(requests, counts)
      else log.error({ err }, 'writing the request log failed')
    } finally {
      isWriting = false
    }
  }

  function requeue(requests: LoggedRequest[], counts: ReadonlyMap<string, number>): void {
    const all = [...requests, ...waiting]
    waiting = []
    let grouped = 0
    for (const request of all) {
      if (request.count > 1) grouped += request.count
      if (waiting.length < WAITING_MAX && (request.count === 1 || grouped <= GROUPED_WAITING_MAX))
        waiting.push(request)
      else drop(request.partnerId, request.count)
    }
    for (const [partnerId, count] of counts) drop(partnerId, count)
  }

  const timer = setInterval(flush, WRITE_INTERVAL_MS)
  return {
    record(request, describe) {
      const { partnerId, status } = request
      const of = used.get(partnerId) ?? { ok: 0, refused: 0, broken: 0, dropped: 0 }
      used.set(partnerId, of)
      const outcome = outcomeOf(status)
      if (!hasRoom(outcome, of[outcome])) {
        if (!groups.add(request, describe)) of.dropped += 1
        return
      }
      of[outcome] += 1
      waiting.push(describe())
    },
    async stop() {
      clearInterval(timer)
      await writing
      flush()
      await writing
    },
  }
}
