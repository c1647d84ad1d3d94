import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createPagedSearch } from '../../runtime/process/paged-search.ts'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import { createPartnerNodes, settleAll } from '../../storage/citus/partner-nodes.ts'
import type { Database } from '../../storage/database/database.ts'
import { isDatabaseUnavailable, ShardBusy, ShardMoved } from '../../storage/database/database-error.ts'
import { countEvents } from './count-events.ts'
import { findLaggingPartners, listPartners } from './count-store.ts'
import { stepRecount } from './recount.ts'

const COUNT_INTERVAL_MS = 2_000
/** Short runs with longer pauses, so that awards hardly wait. */
const EVENTS_PER_RUN = 1_000n
const PARTNERS_PER_RUN = 100
const PAUSE_FACTOR = 3
/**
 * How often to search for events that other processes left uncounted when they crashed. A read of the overview
 * counts them too.
 */
const SEARCH_INTERVAL_MS = 600_000
const PARTNERS_PER_PAGE = 1_000
/** A partner whose count failed is counted alone after this time. */
const RETRY_MS = 60_000
const UNAVAILABLE_RETRY_MS = 5_000

type CounterOptions = {
  database: Database
  log: Pick<Logger, 'warn'>
  intervalMs?: number
  searchIntervalMs?: number
  partnersPerPage?: number
  retryMs?: number
}

/** Counts the events of all partners in the background. Any number of processes can run it. */
export function startOverviewCounter({
  database,
  log,
  intervalMs = COUNT_INTERVAL_MS,
  searchIntervalMs = SEARCH_INTERVAL_MS,
  partnersPerPage = PARTNERS_PER_PAGE,
  retryMs = RETRY_MS,
}: CounterOptions): Poll {
  const nodes = createPartnerNodes(database)
  const lagging = new Set<string>()
  /** Partners whose last count failed are counted again at these times. */
  const retryAt = new Map<string, number>()
  let isStopping = false

  const search = createPagedSearch<string>({
    intervalMs: searchIntervalMs,
    async readPage(after) {
      const page = await listPartners(database, { after, countMax: partnersPerPage })
      const found = await nodes.read(page, (partnerIds) => findLaggingPartners(database, partnerIds))
      for (const { partnerId } of found.rows) lagging.add(partnerId)
      return page.length < partnersPerPage ? null : (page.at(-1) as string)
    },
  })

  /** Returns the partners with events left. A partner whose count fails does not stop the others. */
  async function countTogether(partnerIds: string[]): Promise<string[]> {
    if (partnerIds.length === 0) return []
    try {
      const counted = await countEvents(database.forPartners(partnerIds), partnerIds, {
        skipLocked: true,
        eventsMax: EVENTS_PER_RUN,
      })
      for (const partnerId of partnerIds) retryAt.delete(partnerId)
      for (const partnerId of counted.skipped) lagging.add(partnerId)
      const left = new Set(counted.lagging)
      for (const partnerId of counted.recounting)
        if (await stepRecount(database.forPartner(partnerId), partnerId)) left.add(partnerId)
      return [...left]
    } catch (err) {
      if (err instanceof ShardMoved) {
        // The next round finds them where they are now.
        for (const partnerId of partnerIds) lagging.add(partnerId)
        return []
      }
      if (isDatabaseUnavailable(err)) throw err
      if (err instanceof ShardBusy) {
        for (const partnerId of err.partnerIds) {
          retryAt.set(partnerId, performance.now() + UNAVAILABLE_RETRY_MS)
          lagging.add(partnerId)
        }
        return countTogether(partnerIds.filter((partnerId) => !err.partnerIds.includes(partnerId)))
      }
      const half = Math.ceil(partnerIds.length / 2)
      if (half < partnerIds.length)
        return [
          ...(await countTogether(partnerIds.slice(0, half))),
          ...(await countTogether(partnerIds.slice(half))),
        ]
      const [partnerId] = partnerIds as [string]
      log.warn({ err, partnerId }, 'counting events for the overview failed; retrying later')
      retryAt.set(partnerId, performance.now() + retryMs)
      lagging.add(partnerId)
      return []
    }
  }

  /** Partners whose last count failed are counted alone, as are those that share no transactions. */
  function runsOf(machine: string | undefined, partnerIds: string[]): string[][] {
    const isAlone = (partnerId: string) => machine === undefined || retryAt.has(partnerId)
    const together = partnerIds.filter((partnerId) => !isAlone(partnerId))
    const runs = partnerIds.filter(isAlone).map((partnerId) => [partnerId])
    for (let start = 0; start < together.length; start += PARTNERS_PER_RUN)
      runs.push(together.slice(start, start + PARTNERS_PER_RUN))
    return runs
  }

  /** A machine that is unavailable keeps only its own partners waiting. */
  async function countRound(partnerIds: string[]): Promise<string[]> {
    const byMachine = Map.groupBy(partnerIds, (partnerId) => database.machineOf(partnerId))
    const { done, failed } = await settleAll([...byMachine.values()], countGroup)
    for (const partnerId of failed.flat()) {
      retryAt.set(partnerId, performance.now() + UNAVAILABLE_RETRY_MS)
      lagging.add(partnerId)
    }
    return done.flat()
  }

  async function countGroup(partnerIds: string[]): Promise<string[]> {
    const left: string[] = []
    for (const run of runsOf(database.machineOf(partnerIds[0] as string), partnerIds)) {
      if (isStopping) break
      const began = performance.now()
      left.push(...(await countTogether(run)))
      await pause(PAUSE_FACTOR * (performance.now() - began))
    }
    return left
  }

  async function count(): Promise<void> {
    const began = performance.now()
    let due: string[] = []
    try {
      await search.step()
      due = [...lagging].filter((partnerId) => (retryAt.get(partnerId) ?? began) <= began)
      for (const partnerId of due) lagging.delete(partnerId)
      let left = await countRound(due)
      // Those with new events were counted first.
      while (left.length > 0 && performance.now() - began < intervalMs && !isStopping)
        left = await countRound(left)
      for (const partnerId of left) lagging.add(partnerId)
    } catch (err) {
      for (const partnerId of due) lagging.add(partnerId)
      log.warn({ err }, 'counting events for the overview failed; retrying')
    }
  }

  database.onCommit((partnerIds) => {
    for (const partnerId of partnerIds) lagging.add(partnerId)
  })
  const counting = poll(intervalMs, count)
  return {
    stop() {
      isStopping = true
      return counting.stop()
    },
  }
}
