import type { ChildProcess } from 'node:child_process'
import { Gauge, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { registry } from './metrics.ts'

type Family = MetricObjectWithValues<MetricValue<string>>

type MetricsRequest = { kind: 'metrics'; number: number }
type MetricsReply = { requestNumber: number; families: Family[] }

/** A child process, by the name that its figures have in the label `process`. */
export type MeasuredChild = {
  name: string
  process: Pick<ChildProcess, 'send' | 'on' | 'off' | 'connected'>
}

/** A process that is busy for longer is left out. */
const REPLY_MS_MAX = 3_000

let requests = 0

/** Lets the main process ask this child for its figures. */
export function replyWithMetrics(): void {
  process.on('message', (request: MetricsRequest) => {
    if (request?.kind !== 'metrics') return
    void registry.getMetricsAsJSON().then((families) => {
      if (process.connected)
        process.send?.({ requestNumber: request.number, families } as MetricsReply, () => {})
    })
  })
}

/**
 * The figures of this process and its children as text for Prometheus, each with the name of its process, and
 * those that all processes share.
 */
export async function gatherMetrics(
  children: MeasuredChild[],
  shared: () => Promise<Registry>,
): Promise<{ text: string; contentType: string }> {
  const local = new Registry()
  const isUp = new Gauge({
    name: 'laurel_process_up',
    help: 'Whether the process gave its figures in time.',
    labelNames: ['process'],
    registers: [local],
  })
  isUp.set({ process: 'main' }, 1)
  const parts = await Promise.all([
    familiesOf(registry).then((families) => named('main', families)),
    ...children.map(async (child) => {
      const families = await ask(child)
      isUp.set({ process: child.name }, families.length > 0 ? 1 : 0)
      return named(child.name, families)
    }),
    shared().then(familiesOf),
  ])
  const merged = merge([...parts, await familiesOf(local)])
  return { text: await merged.metrics(), contentType: merged.contentType }
}

const familiesOf = (from: Registry) => from.getMetricsAsJSON() as Promise<Family[]>

/** The families of a child; none if it has ended or does not reply in time. */
function ask({ process: child }: MeasuredChild): Promise<Family[]> {
  requests += 1
  const number = requests
  return new Promise((resolve) => {
    const end = (families: Family[]) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      resolve(families)
    }
    const onMessage = (reply: MetricsReply) => {
      if (reply?.requestNumber === number) end(reply.families)
    }
    const timer = setTimeout(() => end([]), REPLY_MS_MAX)
    child.on('message', onMessage)
    child.send({ kind: 'metrics', number } satisfies MetricsRequest, (error) => {
      if (error) end([])
    })
  })
}

function named(process: string, families: Family[]): Family[] {
  return families.map((family) => ({
    ...family,
    values: family.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
  }))
}

/** Puts families of the same name together. Leaves out what no process could measure. */
function merge(parts: Family[][]): Registry {
  const families = new Map<string, Family>()
  for (const family of parts.flat()) {
    const values = family.values.filter(({ value }) => Number.isFinite(value))
    const known = families.get(family.name)
    if (known) known.values.push(...values)
    else families.set(family.name, { ...family, values })
  }
  const merged = new Registry()
  for (const family of families.values())
    merged.registerMetric({ ...family, get: async () => family } as never)
  return merged
}
