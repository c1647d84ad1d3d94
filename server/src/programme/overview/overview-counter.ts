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
/**
 * A partner with fewer events than a run counts waits this long: a run costs about as much for ten events as for a
 * hundred. Reads count what waits.
 */
const INTERVALS_MAX = 5
/** Short runs with longer pauses, so that awards hardly wait. */
const EVENTS_PER_RUN = 1_000n
/** Of a partner alone, a run counts the events that wait divided by this: long runs cost half as much for an event. */
const ALONE_DIVISOR = 8n
const EVENTS_ALONE_MIN = 250n
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

/** Partners, and about how many of their events wait to be counted. */
type Waiting = ReadonlyMap<string, bigint>
const NONE: Waiting = new Map()

function eventsMaxOf(partnerIds: string[], waiting: Waiting): bigint {
  if (partnerIds.length > 1) return EVENTS_PER_RUN
  const events = (waiting.get(partnerIds[0] as string) ?? 0n) / ALONE_DIVISOR
  if (events < EVENTS_ALONE_MIN) return EVENTS_ALONE_MIN
  return events < EVENTS_PER_RUN ? events : EVENTS_PER_RUN
}

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
  const lagging = new Map<string, bigint>()
  /** Partners that may wait for more events: the first and the last of this process, and since when. */
  const fresh = new Map<string, { first: bigint; last: bigint; since: number }>()
  /** Partners whose last count failed are counted again at these times. */
  const retryAt = new Map<string, number>()
  let isStopping = false

  const addLagging = (partnerId: string, events = 1n) =>
    void lagging.set(partnerId, events + (lagging.get(partnerId) ?? 0n))

  const search = createPagedSearch<string>({
    intervalMs: searchIntervalMs,
    async readPage(after) {
      const page = await listPartners(database, { after, countMax: partnersPerPage })
      const found = await nodes.read(page, (partnerIds) => findLaggingPartners(database, partnerIds))
      for (const { partnerId } of found.rows) addLagging(partnerId)
      return page.length < partnersPerPage ? null : (page.at(-1) as string)
    },
  })

  /** Returns the partners with events left, and how many. A partner whose count fails does not stop the others. */
  async function countTogether(partnerIds: string[], eventsMax: bigint): Promise<Waiting> {
    if (partnerIds.length === 0) return NONE
    try {
      const counted = await countEvents(database.forPartners(partnerIds), partnerIds, {
        skipLocked: true,
        eventsMax,
      })
      for (const partnerId of partnerIds) retryAt.delete(partnerId)
      for (const partnerId of counted.skipped) addLagging(partnerId)
      const left = counted.lagging
      for (const partnerId of counted.recounting)
        if ((await stepRecount(database.forPartner(partnerId), partnerId)) && !left.has(partnerId))
          left.set(partnerId, 1n)
      return left
    } catch (err) {
      if (err instanceof ShardMoved) {
        // The next round finds them where they are now.
        for (const partnerId of partnerIds) addLagging(partnerId)
        return NONE
      }
      if (isDatabaseUnavailable(err)) throw err
      if (err instanceof ShardBusy) {
        for (const partnerId of err.partnerIds) {
          retryAt.set(partnerId, performance.now() + UNAVAILABLE_RETRY_MS)
          addLagging(partnerId)
        }
        return countTogether(
          partnerIds.filter((partnerId) => !err.partnerIds.includes(partnerId)),
          eventsMax,
        )
      }
      const half = Math.ceil(partnerIds.length / 2)
      if (half < partnerIds.length)
        return new Map([
          ...(await countTogether(partnerIds.slice(0, half), eventsMax)),
          ...(await countTogether(partnerIds.slice(half), eventsMax)),
        ])
      const [partnerId] = partnerIds as [string]
      log.warn({ err, partnerId }, 'counting events for the overview failed; retrying later')
      retryAt.set(partnerId, performance.now() + retryMs)
      addLagging(partnerId)
      return NONE
    }
  }

  /**
   * Partners whose last count failed are counted alone, as are those with many events and those that share no
   * transactions. The others are beside those of their shard of a cluster, with whom they share statements.
   */
  function runsOf(partnerIds: string[], waiting: Waiting): string[][] {
    const sharesNone = database.machineOf(partnerIds[0] as string) === undefined
    const runs: string[][] = []
    let run: string[] = []
    let events = 0n
    const byShard = Map.groupBy(partnerIds, (partnerId) => database.shardOf(partnerId))
    for (const partnerId of [...byShard.values()].flat()) {
      const count = waiting.get(partnerId) ?? 1n
      if (sharesNone || retryAt.has(partnerId) || count >= EVENTS_PER_RUN / 2n) {
        runs.push([partnerId])
        continue
      }
      if (run.length === PARTNERS_PER_RUN || events + count > EVENTS_PER_RUN) {
        runs.push(run)
        run = []
        events = 0n
      }
      run.push(partnerId)
      events += count
    }
    return run.length > 0 ? [...runs, run] : runs
  }

  /** A machine that is unavailable keeps only its own partners waiting. Returns those with events left. */
  async function countRound(waiting: Waiting): Promise<Waiting> {
    const byMachine = Map.groupBy(waiting.keys(), (partnerId) => database.machineOf(partnerId))
    const { done, failed } = await settleAll([...byMachine.values()], (partnerIds) =>
      countGroup(partnerIds, waiting),
    )
    for (const partnerId of failed.flat()) {
      retryAt.set(partnerId, performance.now() + UNAVAILABLE_RETRY_MS)
      addLagging(partnerId)
    }
    return new Map(done.flatMap((left) => [...left]))
  }

  async function countGroup(partnerIds: string[], waiting: Waiting): Promise<Waiting> {
    const left = new Map<string, bigint>()
    for (const run of runsOf(partnerIds, waiting)) {
      if (isStopping) break
      const began = performance.now()
      for (const [partnerId, events] of await countTogether(run, eventsMaxOf(run, waiting)))
        left.set(partnerId, events)
      await pause(PAUSE_FACTOR * (performance.now() - began))
    }
    return left
  }

  /** Takes the partners that are to be counted now. */
  function takeDue(now: number): Waiting {
    for (const [partnerId, { first, last, since }] of fresh) {
      if (last - first < EVENTS_PER_RUN && now - since < INTERVALS_MAX * intervalMs) continue
      fresh.delete(partnerId)
      addLagging(partnerId, last - first + 1n)
    }
    const due = new Map([...lagging].filter(([partnerId]) => (retryAt.get(partnerId) ?? now) <= now))
    for (const partnerId of due.keys()) lagging.delete(partnerId)
    return due
  }

  async function count(): Promise<void> {
    const began = performance.now()
    let due: Waiting = new Map()
    try {
      await search.step()
      due = takeDue(began)
      let left = await countRound(due)
      // Those with new events were counted first.
      while (left.size > 0 && performance.now() - began < intervalMs && !isStopping)
        left = await countRound(left)
      for (const [partnerId, events] of left) addLagging(partnerId, events)
    } catch (err) {
      for (const [partnerId, events] of due) addLagging(partnerId, events)
      log.warn({ err }, 'counting events for the overview failed; retrying')
    }
  }

  database.onCommit((changed) => {
    for (const [partnerId, last] of changed) {
      if (last === undefined) addLagging(partnerId)
      else fresh.set(partnerId, { first: last, since: performance.now(), ...fresh.get(partnerId), last })
    }
  })
  const counting = poll(intervalMs, count)
  return {
    stop() {
      isStopping = true
      return counting.stop()
    },
  }
}
