import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { type Poll, poll } from '../process/poll.ts'
import { countEvents } from './count-facts.ts'
import { listPartnersBehind } from './count-store.ts'

const COUNT_INTERVAL_MS = 1_000
/** Counted in short runs with longer rests between them, so that the awards that are made meanwhile hardly wait. */
const FACTS_PER_RUN = 1_000n
const RUNS_PER_PARTNER_MAX = 10
const REST_FACTOR = 3
/** What this process commits it knows at once; this finds what others left uncounted when they died. */
const LOOK_INTERVAL_MS = 60_000
const PARTNERS_PER_LOOK = 1_000

/** Counts the facts of all partners in the background, a bounded run of each partner's at a time, beside any number of processes. */
export function keepCounting({ database, log }: { database: Database; log: Pick<Logger, 'warn'> }): Poll {
  const behind = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let isStopping = false

  async function look(): Promise<void> {
    const found = await listPartnersBehind(database, PARTNERS_PER_LOOK)
    for (const { partnerId } of found) behind.add(partnerId)
    if (found.length < PARTNERS_PER_LOOK) lookedAt = performance.now()
  }

  /** Says whether some of the partner's facts are left. */
  async function countSome(partnerId: string): Promise<boolean> {
    for (let run = 1; run <= RUNS_PER_PARTNER_MAX && !isStopping; run += 1) {
      const began = performance.now()
      const { isBehind } = await countEvents(database, partnerId, { ifFree: true, factsMax: FACTS_PER_RUN })
      if (!isBehind) return false
      await pause(REST_FACTOR * (performance.now() - began))
    }
    return true
  }

  async function count(): Promise<void> {
    try {
      if (performance.now() - lookedAt >= LOOK_INTERVAL_MS) await look()
      for (const partnerId of [...behind]) {
        if (isStopping) return
        behind.delete(partnerId)
        if (await countSome(partnerId)) behind.add(partnerId)
      }
    } catch (err) {
      // Whose count failed is found by the next look.
      lookedAt = Number.NEGATIVE_INFINITY
      log.warn({ err }, 'facts could not be counted for the overview; this is tried again at once')
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
