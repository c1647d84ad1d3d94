/** The role of the service, which owns no table. */
export const SERVICE_ROLE = 'laurel_service'

/** Writes wait for no read. Three partners can read at a time, two connections each. */
const ALONE = { writes: 6, reads: 6 }
const PER_WORKER = { writes: 4, reads: 4 }
/** Revoked tokens 1, background work 3, a backtest 2, events 1. */
const BESIDE_REQUESTS = 7
const FOR_DELIVERIES = 5
const FOR_METRICS = 1
/** Commands, tools and PostgreSQL's own reserve need these. */
const SPARE = 20
const SERVER_MIN = 100

/** How many connections a process keeps for requests. Several workers have smaller shares. */
export function connectionsForRequests(workers: number): { writes: number; reads: number } {
  return workers === 1 ? ALONE : PER_WORKER
}

/** How many connections a server of these workers alone must accept. */
export function connectionsForAll(workers: number): number {
  const { writes, reads } = connectionsForRequests(workers)
  const used = workers * (writes + reads + BESIDE_REQUESTS) + FOR_DELIVERIES + FOR_METRICS
  return Math.max(SERVER_MIN, used + SPARE)
}
