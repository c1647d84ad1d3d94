import type { Logger } from 'pino'
import { decisions } from '../../runtime/metrics/metrics.ts'
import { failpoint } from '../../runtime/process/failpoint.ts'
import type { Span } from '../../runtime/tracing/trace.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Database } from '../../storage/database/database.ts'
import {
  isDatabaseUnavailable,
  isLockConflict,
  ShardBusy,
  ShardMoved,
} from '../../storage/database/database-error.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { ManyLots } from '../lots/many-lots.ts'
import type { SegmentOf } from '../ranking/board.ts'
import type { Batch, Call, CallRecord } from './batch.ts'
import { rememberSavedActors, sessionIdsIn } from './callers.ts'
import { loadCentral } from './load-batch.ts'
import { runBatch } from './run-batch.ts'
import type { Outcome, ScheduledCalls } from './schedule.ts'

/** A call that waits for its result. */
export type QueuedCall = {
  call: Call
  /** On the clock of `performance.now`. */
  queuedAt: number
  /** Whether it has a batch alone. */
  runsAlone: boolean
  weight: number
  /** Whether it needs the coordinator of a cluster: sessions of team members are rows there. */
  isCentral: boolean
  /** Of the request, when it is traced. */
  span: Span | undefined
  resolve: (result: CallResult<CallRecord>) => void
  reject: (error: unknown) => void
}

export type PartnerCalls = ScheduledCalls<QueuedCall>

/** Segments that a batch made too large. */
export type OversizedSegments = { partnerId: string; segments: SegmentOf[] }

/** What is left to do after a batch. Calls that are not requeued have their results. */
type BatchOutcome = Omit<Outcome<QueuedCall>, 'deferred'> & {
  oversized: OversizedSegments[]
}

const NOTHING: BatchOutcome = { requeued: [], undecided: [], failed: [], committed: [], oversized: [] }

export type CommitServices = { database: Database; log: Pick<Logger, 'warn'> }

/** A batch that meets a lock conflict is tried this often. */
const TRIES_MAX = 2

/**
 * Runs calls in one transaction. On failure, retries in halves, first of the partners, then of one partner's
 * calls, so that one bad call fails alone.
 */
export async function commitBatch(
  services: CommitServices,
  partners: PartnerCalls[],
  { waits }: { waits: boolean },
): Promise<BatchOutcome> {
  let batch: Batch
  try {
    batch = await tryBatch(services, partners, waits)
  } catch (error) {
    const queued = partners.flatMap(({ calls }) => calls)
    const isCallError = !isDatabaseUnavailable(error) && !isLockConflict(error)
    if (error instanceof ShardMoved && partners.length > 1) return commitApart(services, partners, waits)
    if (queued.length === 1 || !isCallError) {
      for (const { reject } of queued) reject(error)
      return isCallError ? { ...NOTHING, failed: partners.map(({ partnerId }) => partnerId) } : NOTHING
    }
    if (!(error instanceof ManyLots))
      services.log.warn(
        { err: error, calls: queued.length, partners: partners.length },
        'batch failed; retrying in halves',
      )
    return commitHalves(services, partners, waits)
  }
  // Without a partner that was free, nothing was decided.
  if (batch.partners.length > 0) failpoint('after-commit')
  rememberSavedActors(batch.partners)
  // Defers the responses by one tick, so that the next batch's statements leave first.
  setImmediate(() => respond(partners, batch))
  return {
    ...NOTHING,
    requeued: partners.filter(({ partnerId }) => !batch.results.has(partnerId)),
    undecided: undecidedIn(partners, batch),
    committed: [...batch.results.keys()],
    oversized: await oversizedSegments(batch),
  }
}

const undecidedIn = (partners: PartnerCalls[], { results }: Batch): PartnerCalls[] =>
  partners.flatMap(({ partnerId, calls }) => {
    const decided = results.get(partnerId)?.length ?? calls.length
    return decided < calls.length ? [{ partnerId, calls: calls.slice(decided) }] : []
  })

function respond(partners: PartnerCalls[], { results }: Batch): void {
  for (const { partnerId, calls } of partners)
    for (const [index, result] of results.get(partnerId)?.entries() ?? []) {
      const { call, resolve } = calls[index] as QueuedCall
      resolve(result)
      decisions.inc({ kind: call.kind, outcome: outcomeOf(result) })
    }
}

function outcomeOf(result: CallResult<CallRecord>): string {
  if (result.kind !== 'decided') return result.kind
  return result.isReplay ? 'replayed' : result.record.outcome
}

async function oversizedSegments({ partners }: Batch): Promise<OversizedSegments[]> {
  const all = await Promise.all(
    partners.map(async ({ ledger: { partnerId }, changes }) => ({
      partnerId,
      segments: await changes.oversizedSegments,
    })),
  )
  return all.filter(({ segments }) => segments.length > 0)
}

async function tryBatch(services: CommitServices, partners: PartnerCalls[], waits: boolean): Promise<Batch> {
  if (partners.length === 0) return { partners: [], results: new Map() }
  const { database } = services
  const calls = new Map(partners.map(({ partnerId, calls }) => [partnerId, calls.map(({ call }) => call)]))
  const partnerIds = [...calls.keys()]
  for (let tries = 1; ; tries += 1) {
    const machine = machineFor(database, partners, waits)
    // It would ask the coordinator within the transaction.
    const central = machine.hasLedgersAlone ? await loadCentral(database, calls) : undefined
    try {
      return await machine.transaction(async (tx) => {
        const batches = await tx.eachShard(partnerIds, (own, ids) =>
          runBatch(own, new Map(ids.map((id) => [id, rowsOf(calls, id)])), { waits, central }),
        )
        failpoint('before-commit')
        return join(batches)
      })
    } catch (error) {
      // The others of the batch wait neither for the move of a shard nor for many lots. Those left out are busy.
      if (error instanceof ShardBusy || (error instanceof ManyLots && partners.length > 1))
        return tryBatch(
          services,
          partners.filter(({ partnerId }) => !error.partnerIds.includes(partnerId)),
          waits,
        )
      if (tries === TRIES_MAX || !isLockConflict(error)) throw error
    }
  }
}

function machineFor(
  database: Database,
  partners: PartnerCalls[],
  waits: boolean,
): Pick<Database, 'transaction' | 'hasLedgersAlone'> {
  if (partners.some(hasSessions)) return database
  const partnerIds = partners.map(({ partnerId }) => partnerId)
  return waits ? database.forPartner(partnerIds[0] as string) : database.forPartners(partnerIds)
}

function join(batches: Batch[]): Batch {
  const [first, ...others] = batches
  if (first && others.length === 0) return first
  return {
    partners: batches.flatMap(({ partners }) => partners),
    results: new Map(batches.flatMap(({ results }) => [...results])),
  }
}

const hasSessions = ({ calls }: PartnerCalls): boolean =>
  sessionIdsIn(calls.map(({ call }) => call)).length > 0

async function commitHalves(
  services: CommitServices,
  partners: PartnerCalls[],
  waits: boolean,
): Promise<BatchOutcome> {
  const [first, second] = halve(partners)
  const before = await commitBatch(services, first, { waits })
  if (partners.length === 1) {
    // The later calls of the partner must not overtake the earlier ones.
    const later = second.flatMap(({ calls }) => calls)
    const withLater = ({ partnerId, calls }: PartnerCalls) => [{ partnerId, calls: [...calls, ...later] }]
    const [busy] = before.requeued
    const [undecided] = before.undecided
    if (busy) return { ...before, requeued: withLater(busy) }
    if (undecided) return { ...before, undecided: withLater(undecided) }
  }
  return sum([before, await commitBatch(services, second, { waits })])
}

/** The ledgers were on one machine, and are no longer. */
async function commitApart(
  services: CommitServices,
  partners: PartnerCalls[],
  waits: boolean,
): Promise<BatchOutcome> {
  const machines = Map.groupBy(partners, ({ partnerId }) => services.database.machineOf(partnerId))
  const outcomes: BatchOutcome[] = []
  for (const [machine, group] of machines) {
    const isIsolated = machine === undefined || machines.size === 1
    for (const each of isIsolated ? group.map((partner) => [partner]) : [group])
      outcomes.push(await commitBatch(services, each, { waits }))
  }
  return sum(outcomes)
}

const sum = (outcomes: BatchOutcome[]): BatchOutcome => ({
  requeued: outcomes.flatMap(({ requeued }) => requeued),
  undecided: outcomes.flatMap(({ undecided }) => undecided),
  failed: outcomes.flatMap(({ failed }) => failed),
  committed: outcomes.flatMap(({ committed }) => committed),
  oversized: outcomes.flatMap(({ oversized }) => oversized),
})

function halve(partners: PartnerCalls[]): [PartnerCalls[], PartnerCalls[]] {
  const [only, ...others] = partners
  if (only && others.length === 0) {
    const middle = Math.ceil(only.calls.length / 2)
    const part = (from: number, to?: number) => [{ ...only, calls: only.calls.slice(from, to) }]
    return [part(0, middle), part(middle)]
  }
  const middle = Math.ceil(partners.length / 2)
  return [partners.slice(0, middle), partners.slice(middle)]
}
