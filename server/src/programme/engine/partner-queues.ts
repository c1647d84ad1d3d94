import { setTimeout as pause } from 'node:timers/promises'
import { tooManyWaiting } from '../../runtime/failure.ts'
import {
  batchCalls,
  batchSeconds,
  callsWaiting,
  callWaitSeconds,
  partnersWaiting,
} from '../../runtime/metrics/metrics.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import { currentSpan, inSpan, isTracing, startSpan } from '../../runtime/tracing/trace.ts'
import { DatabaseBusy } from '../../storage/database/database-error.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import { CALL_KINDS, type Call, type CallRecord } from './batch.ts'
import { sessionIdsIn } from './callers.ts'
import {
  type CommitServices,
  commitBatch,
  type OversizedSegments,
  type PartnerCalls,
  type QueuedCall,
} from './commit-batch.ts'
import {
  addCall,
  afterBatch,
  hasRoom,
  newSchedule,
  nextBatch,
  resume,
  type ScheduledBatch,
  type ScheduleOptions,
} from './schedule.ts'

/** How often the ledger of a busy partner is tried while no isolated batch is free. */
const BUSY_RETRY_MS = 20

export type QueueServices = CommitServices & Omit<ScheduleOptions, 'machineOf' | 'shardOf'>

/** Prepares calls of a partner again, which their batch had no room for. */
export type PrepareAgain = (partnerId: string, calls: readonly Call[]) => Promise<void>

export type PartnerQueues = {
  enqueue(call: Call): Promise<CallResult<CallRecord>>
  /** Throws unless a partner has room for so many calls, which must be queued in the same tick. */
  requireRoom(partnerId: string, calls: number): void
}

/**
 * Collects calls while earlier batches run. It does not wait for more: an idle service decides a call at once, a busy
 * one decides hundreds in one commit. `schedule.ts` says which calls run together.
 */
export function createPartnerQueues(
  services: QueueServices,
  { prepareAgain }: { prepareAgain: PrepareAgain },
): PartnerQueues {
  const { database } = services
  const schedule = newSchedule<QueuedCall>({
    ...services,
    machineOf: database.machineOf,
    shardOf: database.shardOf,
  })
  let isStarting = false

  function startSoon(): void {
    if (isStarting) return
    isStarting = true
    // Requests that arrived together are still being parsed; after one tick they share a transaction.
    withoutReader(() =>
      setImmediate(() => {
        isStarting = false
        startBatches()
      }),
    )
  }

  function startBatches(): void {
    for (;;) {
      const batch = nextBatch(schedule, performance.now())
      if (!batch) return
      void run(batch)
    }
  }

  async function run(batch: ScheduledBatch<QueuedCall>): Promise<void> {
    const { partners, isIsolated } = batch
    const startedAt = performance.now()
    measureWaits(partners, startedAt)
    const outcome = await traceBatch(partners, () => commitBatch(services, partners, { waits: isIsolated }))
    batchSeconds.observe((performance.now() - startedAt) / 1_000)
    const waits = splitOversizedSegments(services, outcome.oversized)
    for (const { partnerId, calls } of outcome.undecided) {
      const before = waits.get(partnerId)
      const prepared = prepare(partnerId, calls)
      waits.set(partnerId, before ? before.then(() => prepared) : prepared)
    }
    const ended = { ...outcome, deferred: [...waits.keys()] }
    const { expired, paused } = afterBatch(schedule, batch, ended, performance.now())
    for (const { reject } of expired) reject(new DatabaseBusy('queue'))
    for (const partnerId of paused) waits.set(partnerId, pause(BUSY_RETRY_MS))
    for (const [partnerId, wait] of waits)
      void wait.then(() => {
        resume(schedule, partnerId)
        startBatches()
      })
    startBatches()
  }

  /** Where that fails, the next batch decides one of them at least. */
  async function prepare(partnerId: string, calls: QueuedCall[]): Promise<void> {
    try {
      await prepareAgain(
        partnerId,
        calls.map(({ call }) => call),
      )
    } catch (err) {
      services.log.warn(
        { err, partnerId },
        'activities were not evaluated before their batch; it evaluates them',
      )
    }
  }

  function requireRoom(partnerId: string, calls: number): void {
    if (!hasRoom(schedule, partnerId, calls)) throw tooManyWaiting()
  }

  callsWaiting.sample(() => schedule.waiting)
  partnersWaiting.sample(() => schedule.queues.size)
  return {
    requireRoom,
    enqueue: (call) =>
      new Promise((resolve, reject) => {
        requireRoom(call.partnerId, 1)
        const { runsAlone = false, weightOf } = CALL_KINDS[call.kind] as CallKind<
          unknown,
          unknown,
          never,
          never
        >
        const weight = weightOf ? weightOf(call.request) : 1
        const { partnerId } = call
        const isCentral =
          sessionIdsIn([call]).length > 0 && database.machineOf(partnerId, { isCentral: true }) === undefined
        const queuedAt = performance.now()
        const queued = { call, runsAlone, weight, isCentral, queuedAt, span: currentSpan(), resolve, reject }
        if (addCall(schedule, call.partnerId, queued)) startSoon()
      }),
  }
}

function measureWaits(partners: PartnerCalls[], startedAt: number): void {
  batchCalls.observe(partners.reduce((sum, { calls }) => sum + calls.length, 0))
  for (const { calls } of partners)
    for (const { queuedAt } of calls) callWaitSeconds.observe((startedAt - queuedAt) / 1_000)
}

/**
 * Traces a batch and the waits of its calls. The batch belongs to the request of the first traced call and is
 * linked from the waits of all.
 */
function traceBatch<T>(partners: PartnerCalls[], work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work()
  const calls = partners.flatMap(({ calls }) => calls)
  const requests = calls.flatMap(({ span }) => span ?? [])
  const [parent] = requests
  const batch =
    parent &&
    startSpan('batch', {
      parent,
      links: requests.slice(1),
      attributes: { 'laurel.batch.calls': calls.length, 'laurel.batch.partners': partners.length },
    })
  for (const { span, queuedAt } of calls)
    if (span && batch) startSpan('wait', { parent: span, startedAt: queuedAt, links: [batch] })?.end()
  // Not the span of the request that happened to start this batch.
  return inSpan(batch, async () => {
    try {
      return await work()
    } finally {
      batch?.end()
    }
  })
}

/**
 * Splits the segments that a batch made too large, of one partner after the other, each in a transaction of its own.
 * Returns what the next batch of each partner waits for.
 */
function splitOversizedSegments(
  services: CommitServices,
  oversized: OversizedSegments[],
): Map<string, Promise<void>> {
  let last: Promise<void> = Promise.resolve()
  const waits = new Map<string, Promise<void>>()
  for (const each of oversized) {
    last = last.then(() => split(services, each))
    waits.set(each.partnerId, last)
  }
  return waits
}

async function split(
  { database, log }: CommitServices,
  { partnerId, segments }: OversizedSegments,
): Promise<void> {
  try {
    const afterCommit = await database
      .forPartner(partnerId)
      .transaction(async (tx) => splitSegments(tx, await lockLedger(tx, partnerId), segments))
    afterCommit()
  } catch (err) {
    log.warn({ err, partnerId }, 'oversized segments were not split; the next batch retries')
  }
}
