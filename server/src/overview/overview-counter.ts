import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { type Poll, poll } from '../process/poll.ts'
import { countEvents } from './count-events.ts'
import { listPartnersBehind } from './count-store.ts'

const COUNT_INTERVAL_MS = 1_000
/** Short runs with longer pauses, so that awards hardly wait. */
const EVENTS_PER_RUN = 1_000n
const RUNS_PER_PARTNER_MAX = 10
const PAUSE_FACTOR = 3
/** How often to search for events that other processes left uncounted when they crashed. */
const SEARCH_INTERVAL_MS = 60_000
const PARTNERS_PER_SEARCH = 1_000

/** Counts the events of all partners in the background. Any number of processes can run it. */
export function startOverviewCounter({
  database,
  log,
}: {
  database: Database
  log: Pick<Logger, 'warn'>
}): Poll {
  const behind = new Set<string>()
  let searchedAt = Number.NEGATIVE_INFINITY
  let isStopping = false

  async function search(): Promise<void> {
    const found = await listPartnersBehind(database, PARTNERS_PER_SEARCH)
    for (const { partnerId } of found) behind.add(partnerId)
    if (found.length < PARTNERS_PER_SEARCH) searchedAt = performance.now()
  }

  /** Returns whether events of the partner are left. */
  async function countSome(partnerId: string): Promise<boolean> {
    for (let run = 1; run <= RUNS_PER_PARTNER_MAX && !isStopping; run += 1) {
      const began = performance.now()
      const { isBehind } = await countEvents(database, partnerId, {
        skipLocked: true,
        eventsMax: EVENTS_PER_RUN,
      })
      if (!isBehind) return false
      await pause(PAUSE_FACTOR * (performance.now() - began))
    }
    return true
  }

  async function count(): Promise<void> {
    try {
      if (performance.now() - searchedAt >= SEARCH_INTERVAL_MS) await search()
      for (const partnerId of [...behind]) {
        if (isStopping) return
        behind.delete(partnerId)
        if (await countSome(partnerId)) behind.add(partnerId)
      }
    } catch (err) {
      // Finds the failed partner again.
      searchedAt = Number.NEGATIVE_INFINITY
      log.warn({ err }, 'counting events for the overview failed; retrying')
    }
  }

  database.onCommit((partnerIds) => {
    for (const partnerId of partnerIds) behind.add(partnerId)
  })
  const counting = poll(COUNT_INTERVAL_MS, count)
  return {
    stop() {
      isStopping = true
      return counting.stop()
    },
  }
}
