import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '../../runtime/failure.ts'
import {
  batchCalls,
  batchSeconds,
  callsWaiting,
  callWaitSeconds,
  partnersWaiting,
} from '../../runtime/metrics/metrics.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import { currentSpan } from '../../runtime/tracing/trace.ts'
import { DatabaseBusy } from '../../storage/database/database-error.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { createApartPartners } from './apart-partners.ts'
import { CALL_KINDS, type Call, type CallRecord } from './batch.ts'
import { type CommitServices, commitBatch, type PartnerCalls, type QueuedCall } from './commit-batch.ts'
import { splitOversizedSegments } from './split-oversized.ts'
import { traceBatch } from './trace-batch.ts'

/** Bounds the memory of a process. */
const CALLS_WAITING_MAX = 50_000
/** The share of one partner, so that it leaves room for the others. */
const PARTNER_CALLS_WAITING_MAX = 10_000
/** Every partner may have so many waiting, also when others fill the process. A bulk call fits. */
const PARTNER_CALLS_GUARANTEED = 1_000

/** Two, so that the database works on one batch while this process decides the other. */
const SHARED_BATCHES_MAX = 2
/** Of calls of several partners: deciding more at once would delay the requests that arrive meanwhile. */
const SHARED_BATCH_SIZE = 200
/** How many calls of a partner may share a transaction while other partners are active too. */
const PARTNER_SHARE = 40
/** How many more may share it for each millisecond without a call of another partner, who then calls less likely. */
const CALLS_PER_QUIET_MS = 1
/** The share of connections for batches that wait for a ledger; the others stay free. */
const WAITING_SHARE = 1 / 3
/** As long as a queued transaction waits. */
const CALL_WAIT_MS_MAX = 30_000
/** When all of these wait, so long passes until the ledger of another busy partner is tried again. */
const BUSY_RETRY_MS = 20

export type QueueServices = CommitServices & {
  batchSizeMax: number
  /** How many connections the database has for this process. */
  connections: number
  /** Whether calls of several partners may share a transaction. */
  sharesBatches: boolean
}

export type PartnerQueues = {
  enqueue(call: Call): Promise<CallResult<CallRecord>>
  /** Throws unless a partner has room for so many calls, which must be queued in the same tick. */
  requireRoom(partnerId: string, calls: number): void
}

/** The calls of a partner that wait for their batch, and how many there are with those of the running batch. */
type Queue = { partnerId: string; calls: QueuedCall[]; waiting: number }

type NextBatch = { partners: PartnerCalls[]; isApart: boolean; waits: boolean }

/**
 * Collects calls while earlier batches run. There is no timer: an idle service decides a call at once, a busy
 * one decides hundreds in one commit. A partner is in one batch at a time, and those that wait longest come
 * first. A shared batch waits for no ledger: a partner whose ledger is busy gets a batch of its own. So does a return.
 */
export function createPartnerQueues(services: QueueServices): PartnerQueues {
  const { batchSizeMax, sharesBatches, connections } = services
  const apartBatchesMax = Math.max(1, Math.floor(connections * WAITING_SHARE))
  const queues = new Map<string, Queue>()
  /** Queues with calls and without a running batch, the longest waiting first. */
  const ready = new Set<Queue>()
  const apart = createApartPartners()
  let waiting = 0
  let sharedBatches = 0
  let apartBatches = 0
  let isStarting = false
  let lastPartner: string | undefined
  /** When a call last came from another partner than the one before it. */
  let alternatedAt = Number.NEGATIVE_INFINITY

  const isApart = ({ partnerId }: Queue) => !sharesBatches || apart.has(partnerId)
  const hasRoomApart = () => !sharesBatches || apartBatches < apartBatchesMax

  function open(partnerId: string): Queue {
    const queue: Queue = { partnerId, calls: [], waiting: 0 }
    queues.set(partnerId, queue)
    ready.add(queue)
    if (!isStarting) {
      isStarting = true
      // Requests that arrived together are still being parsed; after one tick they share a transaction.
      withoutReader(() =>
        setImmediate(() => {
          isStarting = false
          startBatches()
        }),
      )
    }
    return queue
  }

  function startBatches(): void {
    for (let batch = nextBatch(); batch; batch = nextBatch()) void run(batch)
  }

  function nextBatch(): NextBatch | undefined {
    const first = hasRoomApart() ? firstApart() : undefined
    if (first) return { partners: [take(first, batchSizeMax)], isApart: true, waits: true }
    return sharedBatches < SHARED_BATCHES_MAX ? nextSharedBatch() : undefined
  }

  function firstApart(): Queue | undefined {
    if (sharesBatches && apart.isEmpty()) return undefined
    for (const queue of ready) if (isApart(queue)) return queue
    return undefined
  }

  function nextSharedBatch(): NextBatch | undefined {
    const [first] = ready
    if (!first) return undefined
    const partners = [take(first, batchSizeMax)]
    if (!isApart(first) && !partners.some(startsWithReturn)) {
      let room = SHARED_BATCH_SIZE - countCalls(partners)
      for (const queue of ready) {
        if (room <= 0) break
        if (isApart(queue) || startsWithReturn(queue)) continue
        const next = take(queue, room)
        partners.push(next)
        room -= next.calls.length
      }
    }
    // A partner alone can wait for its ledger.
    const waits = partners.length === 1 && hasRoomApart()
    return { partners, isApart: waits, waits }
  }

  function take(queue: Queue, max: number): PartnerCalls {
    ready.delete(queue)
    const quietMs = queues.size === 1 ? performance.now() - alternatedAt : 0
    const share = Math.max(PARTNER_SHARE, Math.floor(quietMs * CALLS_PER_QUIET_MS))
    const count = countTogether(queue.calls, Math.min(max, share, batchSizeMax))
    return { partnerId: queue.partnerId, calls: queue.calls.splice(0, count) }
  }

  async function run({ partners, isApart, waits }: NextBatch): Promise<void> {
    if (isApart) apartBatches += 1
    else sharedBatches += 1
    const startedAt = performance.now()
    measureWaits(partners, startedAt)
    const end = await traceBatch(partners, () => commitBatch(services, partners, { waits }))
    batchSeconds.observe((performance.now() - startedAt) / 1_000)
    if (isApart) apartBatches -= 1
    else sharedBatches -= 1
    for (const { partnerId, calls } of partners) count(partnerId, -calls.length)
    for (const { ledger } of end.committed) apart.count(ledger.partnerId)
    for (const partnerId of end.failed) apart.addFailed(partnerId)
    const held = new Map<string, Promise<unknown>>()
    let splitting = Promise.resolve()
    for (const { partnerId, segments } of end.oversized) {
      splitting = splitting.then(() => splitOversizedSegments(services, partnerId, segments))
      held.set(partnerId, splitting)
    }
    for (const partnerId of putBack(end.putBack)) held.set(partnerId, pause(BUSY_RETRY_MS))

    for (const { partnerId } of partners) {
      const first = held.get(partnerId)
      if (first) void first.then(() => makeReady(partnerId)).then(startBatches)
      else makeReady(partnerId)
    }
    startBatches()
  }

  /**
   * Puts calls back to the front of their queues, unless they have waited too long. Returns the partners that no
   * batch of their own can take.
   */
  function putBack(busy: PartnerCalls[]): string[] {
    if (busy.length === 0) return []
    const tooEarly = performance.now() - CALL_WAIT_MS_MAX
    const room = apartBatchesMax - apartBatches - [...ready].filter(isApart).length
    for (const { partnerId, calls } of busy) {
      const kept = calls.filter(({ queuedAt }) => queuedAt >= tooEarly)
      for (const { reject } of calls.slice(0, calls.length - kept.length)) reject(new DatabaseBusy('queue'))
      queues.get(partnerId)?.calls.unshift(...kept)
      count(partnerId, kept.length)
    }
    const ids = busy.map(({ partnerId }) => partnerId)
    for (const partnerId of ids.slice(0, Math.max(0, room))) apart.addBusy(partnerId)
    return ids.slice(Math.max(0, room))
  }

  function count(partnerId: string, calls: number): void {
    const queue = queues.get(partnerId)
    if (queue) queue.waiting += calls
    waiting += calls
  }

  function makeReady(partnerId: string): void {
    const queue = queues.get(partnerId) as Queue
    if (queue.calls.length > 0) ready.add(queue)
    else queues.delete(partnerId)
  }

  function requireRoom(partnerId: string, calls: number): void {
    const ofPartner = (queues.get(partnerId)?.waiting ?? 0) + calls
    const max = waiting + calls > CALLS_WAITING_MAX ? PARTNER_CALLS_GUARANTEED : PARTNER_CALLS_WAITING_MAX
    if (ofPartner > max) throw unavailable('Too many requests are waiting; try again in a moment.')
  }

  callsWaiting.sample(() => waiting)
  partnersWaiting.sample(() => queues.size)
  return {
    requireRoom,
    enqueue: (call) =>
      new Promise((resolve, reject) => {
        requireRoom(call.partnerId, 1)
        const queue = queues.get(call.partnerId) ?? open(call.partnerId)
        const queuedAt = performance.now()
        if (call.partnerId !== (lastPartner ?? call.partnerId)) alternatedAt = queuedAt
        lastPartner = call.partnerId
        queue.calls.push({ call, queuedAt, span: currentSpan(), resolve, reject })
        queue.waiting += 1
        waiting += 1
      }),
  }
}

const runsAlone = (queued: QueuedCall | undefined) =>
  queued !== undefined && CALL_KINDS[queued.call.kind].runsAlone === true

const startsWithReturn = ({ calls }: Pick<Queue, 'calls'>) => runsAlone(calls[0])

/** How many calls share a batch. A return can touch a thousand awards: it has a batch alone, so that none waits for it. */
function countTogether(calls: QueuedCall[], max: number): number {
  const count = Math.min(calls.length, max)
  for (let index = 0; index < count; index += 1)
    if (runsAlone(calls[index])) return Math.max(1, index)
  return count
}

const countCalls = (partners: PartnerCalls[]) => partners.reduce((sum, { calls }) => sum + calls.length, 0)

function measureWaits(partners: PartnerCalls[], startedAt: number): void {
  batchCalls.observe(countCalls(partners))
  for (const { calls } of partners)
    for (const { queuedAt } of calls) callWaitSeconds.observe((startedAt - queuedAt) / 1_000)
}
