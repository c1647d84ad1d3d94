import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Holds what this process measures. Labels have few values: never an id of a partner or user, nor a raw path.
 */
export const registry = new Registry()

const registers = [registry]
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LAG_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400]

export const requests = new Counter({
  name: 'laurel_http_requests_total',
  help: 'Responses by route template and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})

export const requestSeconds = new Histogram({
  name: 'laurel_http_request_duration_seconds',
  help: 'From the first byte of a request to the last of its response, without event streams.',
  labelNames: ['method', 'route'],
  buckets: SECONDS,
  registers,
})

export const batchCalls = new Histogram({
  name: 'laurel_batch_calls',
  help: 'Calls that shared a batch.',
  buckets: [1, 2, 5, 10, 20, 40, 80, 150, 200, 500, 1_000, 5_000],
  registers,
})

export const batchSeconds = new Histogram({
  name: 'laurel_batch_duration_seconds',
  help: 'From the start of a batch to its commit, with its retries.',
  buckets: SECONDS,
  registers,
})

export const callWaitSeconds = new Histogram({
  name: 'laurel_call_wait_seconds',
  help: 'How long a call waited in the queue of its partner for its batch.',
  buckets: SECONDS,
  registers,
})

export const decisions = new Counter({
  name: 'laurel_decisions_total',
  help: 'Decided awards, transfers and reversals by outcome.',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const callsWaiting = sampledGauge(
  'laurel_calls_waiting',
  'Calls that wait for their batch or are in one.',
)

export const partnersWaiting = sampledGauge('laurel_partners_waiting', 'Partners with waiting calls.')

export const poolConnections = sampledGauge(
  'laurel_pool_connections',
  'Open connections to the database.',
  'pool',
)
export const poolIdle = sampledGauge(
  'laurel_pool_connections_idle',
  'Open connections that are not in use.',
  'pool',
)
export const poolWaiting = sampledGauge(
  'laurel_pool_waiting',
  'Statements and transactions that wait for a connection.',
  'pool',
)

export const eventStreams = sampledGauge('laurel_event_streams', 'Open event streams.')

export const eventLagSeconds = new Histogram({
  name: 'laurel_event_lag_seconds',
  help: 'From a decision to the read that sends its event to the streams that wait for it.',
  buckets: LAG_SECONDS,
  registers,
})

export const walletsDone = new Counter({
  name: 'laurel_due_wallets_total',
  help: 'Wallets in which the background job looked for what is due.',
  registers,
})

export const webhookAttempts = new Counter({
  name: 'laurel_webhook_attempts_total',
  help: 'Attempts to deliver a webhook message.',
  labelNames: ['outcome'],
  registers,
})

export const webhookAttemptSeconds = new Histogram({
  name: 'laurel_webhook_attempt_duration_seconds',
  help: 'How long an endpoint took to respond or fail.',
  buckets: SECONDS,
  registers,
})

export const webhookLagSeconds = new Histogram({
  name: 'laurel_webhook_lag_seconds',
  help: 'From the oldest event of a message to its delivery.',
  buckets: LAG_SECONDS,
  registers,
})

export const webhookDeliveries = sampledGauge(
  'laurel_webhook_deliveries_in_progress',
  'Endpoints that this process delivers to right now.',
)

export const jobs = new Counter({
  name: 'laurel_jobs_total',
  help: 'Background jobs by how they ended: done, failed (retried later) or given_up.',
  labelNames: ['queue', 'outcome'],
  registers,
})

/** Gauges that are named like counters, and the sums of others that have a label. */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
]

/** A timer of the library's 10 ms was most of what an idle process cost. A lag includes this interval. */
const EVENT_LOOP_INTERVAL_MS = 100

/** Begins to measure the process itself: processor, memory, event loop, garbage collection. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_INTERVAL_MS })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}

type SampledGauge = {
  /** Adds a source, by the value of the gauge's label if it has one. Returns what removes it. */
  sample(source: () => number, label?: string): () => void
}

/** A gauge that costs nothing until it is scraped: the sum of its sources. */
function sampledGauge(name: string, help: string, label?: string): SampledGauge {
  const sources = new Map<() => number, string>()
  new Gauge({
    name,
    help,
    ...(label && { labelNames: [label] }),
    registers,
    collect() {
      this.reset()
      for (const [source, value] of sources) this.inc(label ? { [label]: value } : {}, source())
    },
  })
  return {
    sample(source, value = '') {
      sources.set(source, value)
      return () => void sources.delete(source)
    },
  }
}
