import { createIsolatedPartners, type IsolatedPartners } from './isolated-partners.ts'

/** Bounds the memory of a process. */
export const CALLS_WAITING_MAX = 50_000
/** The share of one partner, so that it leaves room for the others. */
export const PARTNER_CALLS_WAITING_MAX = 10_000
/** Every partner may have this many waiting, also when others fill the process. A bulk call fits. */
export const PARTNER_CALLS_GUARANTEED = 1_000

/**
 * Two, so that the database works on one batch while this process decides the other. Of several machines each may have
 * one, so that none waits for another.
 */
export const SHARED_BATCHES_MAX = 2
/** Deciding more awards of several partners at once would delay the requests that arrive meanwhile. */
export const SHARED_BATCH_SIZE = 200
/**
 * Each shard of a batch has statements of its own, so a batch takes the calls of another shard only while it has fewer
 * than this.
 */
export const SHARD_BATCH_SIZE = 2
/** How many awards of a partner share a transaction while other partners call too. */
export const PARTNER_SHARE = 40
/** The share of connections for isolated batches, which wait for a ledger; the others stay free. */
const ISOLATED_SHARE = 1 / 3
/** A queued transaction waits as long. */
export const CALL_WAIT_MS_MAX = 30_000

export type ScheduleOptions = {
  /** Of one partner, in awards that its calls can make. */
  batchSizeMax: number
  /** How many connections each machine of the database has for this process. */
  connections: number
  /** The machine whose partners may share a transaction; undefined for a partner that shares none. */
  machineOf: (partnerId: string, options: { isCentral: boolean }) => string | undefined
  /** The tables of a machine that hold a partner's ledger; undefined if all partners have the same ones. */
  shardOf: (partnerId: string) => object | undefined
}

/**
 * A call that waits. Times are on one clock, that of the caller. Those that are central have batches of their own. The
 * weight is how many awards it can make, at least one.
 */
type Waiting = { queuedAt: number; runsAlone: boolean; isCentral: boolean; weight: number }

/** Calls of one partner in a batch, in their order. */
export type ScheduledCalls<Queued> = { partnerId: string; calls: Queued[] }

/** An isolated batch has one partner and waits for its ledger. A shared one skips the partners that are busy. */
export type ScheduledBatch<Queued> = {
  partners: ScheduledCalls<Queued>[]
  isIsolated: boolean
  machine: Machine<Queued>
}

/** The calls of a partner that wait for their batch, and how many there are with those of the running batch. */
type Queue<Queued> = ScheduledCalls<Queued> & { waiting: number }

/** What waits for a machine and runs there. */
type Machine<Queued> = {
  name: string | undefined
  /** Queues with calls and without a running batch, the longest waiting first. */
  ready: Set<Queue<Queued>>
  running: { shared: number; isolated: number }
}

export type Schedule<Queued> = ScheduleOptions & {
  isolatedBatchesMax: number
  queues: Map<string, Queue<Queued>>
  machines: Map<string | undefined, Machine<Queued>>
  isolated: IsolatedPartners
  waiting: number
  lastPartner: string | undefined
  /** When a call last came from another partner than the one before it. */
  alternatedAt: number
}

/**
 * Decides which calls run together, without a clock, a promise or a timer of its own. A partner is in one batch at a
 * time, and those that wait longest come first. A shared batch waits for no ledger: a partner whose ledger is busy
 * gets an isolated batch. So does a call that runs alone.
 */
export const newSchedule = <Queued extends Waiting>({
  batchSizeMax,
  connections,
  machineOf,
  shardOf,
}: ScheduleOptions): Schedule<Queued> => ({
  batchSizeMax,
  connections,
  machineOf,
  shardOf,
  isolatedBatchesMax: Math.max(1, Math.floor(connections * ISOLATED_SHARE)),
  queues: new Map(),
  machines: new Map(),
  isolated: createIsolatedPartners(),
  waiting: 0,
  lastPartner: undefined,
  alternatedAt: Number.NEGATIVE_INFINITY,
})

export function hasRoom(schedule: Schedule<unknown>, partnerId: string, calls: number): boolean {
  const ofPartner = (schedule.queues.get(partnerId)?.waiting ?? 0) + calls
  const isFull = schedule.waiting + calls > CALLS_WAITING_MAX
  return ofPartner <= (isFull ? PARTNER_CALLS_GUARANTEED : PARTNER_CALLS_WAITING_MAX)
}

/** Queues a call. Returns whether a batch may start with it: if its partner had none waiting or running. */
export function addCall<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  partnerId: string,
  queued: Queued,
): boolean {
  if (partnerId !== (schedule.lastPartner ?? partnerId)) schedule.alternatedAt = queued.queuedAt
  schedule.lastPartner = partnerId
  const queue = schedule.queues.get(partnerId)
  if (queue) queue.calls.push(queued)
  else {
    const opened = { partnerId, calls: [queued], waiting: 0 }
    schedule.queues.set(partnerId, opened)
    machineOf(schedule, opened).ready.add(opened)
  }
  countWaiting(schedule, partnerId, 1)
  return queue === undefined
}

function machineOf<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  { partnerId, calls }: Queue<Queued>,
): Machine<Queued> {
  const name = schedule.machineOf(partnerId, { isCentral: calls[0]?.isCentral === true })
  let machine = schedule.machines.get(name)
  if (!machine) {
    machine = { name, ready: new Set(), running: { shared: 0, isolated: 0 } }
    schedule.machines.set(name, machine)
  }
  return machine
}

/** The next batch to run, if one may start now. Its partners are in no other until `afterBatch`. */
export function nextBatch<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  now: number,
): ScheduledBatch<Queued> | undefined {
  for (const machine of schedule.machines.values()) {
    const batch = nextBatchOn(schedule, machine, now)
    if (batch) return batch
  }
  return undefined
}

function nextBatchOn<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  machine: Machine<Queued>,
  now: number,
): ScheduledBatch<Queued> | undefined {
  const { running, ready } = machine
  const isolated = hasRoomForIsolated(schedule, machine) ? firstIsolated(schedule, machine) : undefined
  if (isolated) {
    running.isolated += 1
    const partners = [take(schedule, machine, isolated, schedule.batchSizeMax, now)]
    return { partners, isIsolated: true, machine }
  }
  if (ready.size === 0 || !hasRoomForShared(schedule, machine)) return undefined
  const partners = takeShared(schedule, machine, now)
  // A partner alone can wait for its ledger.
  const isIsolated = partners.length === 1 && hasRoomForIsolated(schedule, machine)
  running[isIsolated ? 'isolated' : 'shared'] += 1
  return { partners, isIsolated, machine }
}

const isIsolated = (
  { isolated }: Schedule<unknown>,
  { name }: Machine<unknown>,
  { partnerId }: Queue<unknown>,
) => name === undefined || isolated.has(partnerId)

/** Partners that share no batches have all connections but two, which others need for short reads. */
const hasRoomForIsolated = (
  { isolatedBatchesMax, connections }: Schedule<unknown>,
  { name, running }: Machine<unknown>,
) => running.isolated < (name === undefined ? Math.max(1, connections - 2) : isolatedBatchesMax)

function hasRoomForShared({ machines }: Schedule<unknown>, { running }: Machine<unknown>): boolean {
  if (running.shared === 0) return true
  let shared = 0
  for (const each of machines.values()) shared += each.running.shared
  return shared < SHARED_BATCHES_MAX
}

function firstIsolated<Queued>(
  schedule: Schedule<Queued>,
  machine: Machine<Queued>,
): Queue<Queued> | undefined {
  if (machine.name !== undefined && schedule.isolated.isEmpty()) return undefined
  for (const queue of machine.ready) if (isIsolated(schedule, machine, queue)) return queue
  return undefined
}

function takeShared<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  machine: Machine<Queued>,
  now: number,
): ScheduledCalls<Queued>[] {
  const [first] = machine.ready as Iterable<Queue<Queued>> as [Queue<Queued>]
  const taken = take(schedule, machine, first, schedule.batchSizeMax, now)
  const partners = [taken]
  if (isIsolated(schedule, machine, first) || taken.calls[0]?.runsAlone) return partners
  let count = taken.calls.length
  let room = SHARED_BATCH_SIZE - weightOf(taken.calls)
  for (const queues of byShard(schedule, machine, first)) {
    for (const queue of queues) {
      // A queue has calls: the longest waiting one that does not fit is the first of the next batch.
      if ((queue.calls[0] as Queued).weight > room) return partners
      const next = take(schedule, machine, queue, room, now)
      partners.push(next)
      count += next.calls.length
      room -= weightOf(next.calls)
    }
    if (count >= SHARD_BATCH_SIZE) break
  }
  return partners
}

const weightOf = (calls: readonly Waiting[]): number => calls.reduce((sum, { weight }) => sum + weight, 0)

/** The queues that a batch can share with the first one: those of its shard, then shard by shard. */
function byShard<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  machine: Machine<Queued>,
  first: Queue<Queued>,
): Iterable<Queue<Queued>[]> {
  const shards = new Map<object | undefined, Queue<Queued>[]>([[schedule.shardOf(first.partnerId), []]])
  let found = 0
  for (const queue of machine.ready) {
    if (found === SHARED_BATCH_SIZE) break
    if (isIsolated(schedule, machine, queue) || queue.calls[0]?.runsAlone) continue
    found += 1
    const shard = schedule.shardOf(queue.partnerId)
    const queues = shards.get(shard)
    if (queues) queues.push(queue)
    else shards.set(shard, [queue])
  }
  return shards.values()
}

/** While no other partner calls, the share of a partner grows by an award each millisecond. */
function take<Queued extends Waiting>(
  { queues, alternatedAt, batchSizeMax }: Schedule<Queued>,
  { ready }: Machine<Queued>,
  queue: Queue<Queued>,
  max: number,
  now: number,
): ScheduledCalls<Queued> {
  ready.delete(queue)
  const share = queues.size === 1 ? Math.max(PARTNER_SHARE, Math.floor(now - alternatedAt)) : PARTNER_SHARE
  const count = countTogether(queue.calls, Math.min(max, share, batchSizeMax))
  return { partnerId: queue.partnerId, calls: queue.calls.splice(0, count) }
}

/** How many calls share a batch: one at least, and those before one that is too many, or runs alone or elsewhere. */
function countTogether(calls: Waiting[], weightMax: number): number {
  const isCentral = calls[0]?.isCentral
  let weight = 0
  for (const [index, call] of calls.entries()) {
    weight += call.weight
    if (weight > weightMax || call.runsAlone || call.isCentral !== isCentral) return Math.max(1, index)
  }
  return calls.length
}

export type Outcome<Queued> = {
  /** The calls of partners that were busy. */
  requeued: ScheduledCalls<Queued>[]
  /** Those that their batch had no room for. */
  undecided: ScheduledCalls<Queued>[]
  /** Partners with a call that failed. */
  failed: string[]
  /** Partners with calls that were committed. */
  committed: string[]
  /** Partners that wait until `resume`. */
  deferred: string[]
}

/**
 * Ends a batch. Returns the requeued calls that have waited too long, and the partners that no isolated batch can
 * take: they wait until `resume` too.
 */
export function afterBatch<Queued extends Waiting>(
  schedule: Schedule<Queued>,
  batch: ScheduledBatch<Queued>,
  { requeued, undecided, failed, committed, deferred }: Outcome<Queued>,
  now: number,
): { expired: Queued[]; paused: string[] } {
  const { isolated } = schedule
  batch.machine.running[batch.isIsolated ? 'isolated' : 'shared'] -= 1
  for (const { partnerId, calls } of batch.partners) countWaiting(schedule, partnerId, -calls.length)
  for (const partnerId of committed) isolated.count(partnerId)
  for (const partnerId of failed) isolated.addFailed(partnerId)

  const expired: Queued[] = []
  for (const { partnerId, calls } of requeued) {
    const kept = calls.filter(({ queuedAt }) => now - queuedAt <= CALL_WAIT_MS_MAX)
    expired.push(...calls.slice(0, calls.length - kept.length))
    requeue(schedule, { partnerId, calls: kept })
  }
  for (const each of undecided) requeue(schedule, each)
  const paused = isolateBusy(schedule, batch.machine, requeued)
  const waitsFor = new Set([...deferred, ...paused])
  for (const { partnerId } of batch.partners) if (!waitsFor.has(partnerId)) resume(schedule, partnerId)
  return { expired, paused }
}

function requeue<Queued>(schedule: Schedule<Queued>, { partnerId, calls }: ScheduledCalls<Queued>): void {
  schedule.queues.get(partnerId)?.calls.unshift(...calls)
  countWaiting(schedule, partnerId, calls.length)
}

/** Brings busy partners closer to an isolated batch, as long as there is room for one. Returns the others. */
function isolateBusy<Queued>(
  schedule: Schedule<Queued>,
  machine: Machine<Queued>,
  busy: ScheduledCalls<Queued>[],
): string[] {
  if (busy.length === 0) return []
  const { isolatedBatchesMax, isolated } = schedule
  const isolatedReady = [...machine.ready].filter((queue) => isIsolated(schedule, machine, queue)).length
  const room = Math.max(0, isolatedBatchesMax - machine.running.isolated - isolatedReady)
  const partnerIds = busy.map(({ partnerId }) => partnerId)
  for (const partnerId of partnerIds.slice(0, room)) isolated.addBusy(partnerId)
  return partnerIds.slice(room)
}

/** Lets the calls of a partner run again. */
export function resume<Queued extends Waiting>(schedule: Schedule<Queued>, partnerId: string): void {
  const queue = schedule.queues.get(partnerId)
  if (!queue) return
  if (queue.calls.length > 0) machineOf(schedule, queue).ready.add(queue)
  else schedule.queues.delete(partnerId)
}

function countWaiting(schedule: Schedule<unknown>, partnerId: string, calls: number): void {
  const queue = schedule.queues.get(partnerId)
  if (queue) queue.waiting += calls
  schedule.waiting += calls
}
