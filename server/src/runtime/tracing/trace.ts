import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'

/** A piece of work in a trace. */
export type Span = {
  /** Adds what is known only later. */
  set(attributes: Attributes): void
  end(problem?: { message: string }): void
}

type Attributes = Record<string, string | number>

export type SpanOptions = {
  kind?: 'server' | 'client'
  parent?: Span
  /** The header `traceparent` of a caller that traces, too. */
  traceparent?: string | undefined
  links?: Span[]
  /** The time on the clock of `performance.now`. */
  startedAt?: number
  attributes?: Attributes
}

export type StartSpan = (name: string, options: SpanOptions) => Span

/** Undefined while nothing is traced; then nothing below costs more than a comparison. */
let startWith: StartSpan | undefined
const current = new AsyncLocalStorage<Span | undefined>()

export const isTracing = (): boolean => startWith !== undefined

export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return startWith?.(name, options)
}

/** The span that this work belongs to. */
export const currentSpan = (): Span | undefined => (startWith ? current.getStore() : undefined)

/** Runs work that belongs to a span, or to none. */
export const inSpan = <T>(span: Span | undefined, work: () => T): T => current.run(span, work)

/** Begins to trace if there is a collector. Returns what sends the last spans and ends it. */
export async function startTracing(config: Config, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const { traceEndpoint: endpoint, traceHeaders: headers, traceSampler: sampler, traceShare: share } = config
  if (endpoint === undefined) return async () => {}
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  const resource = {
    'service.name': 'laurel',
    ...config.traceResource,
    ...(config.traceService && { 'service.name': config.traceService }),
  }
  const telemetry = startOpenTelemetry({ endpoint, headers, resource, sampler, share }, log)
  startWith = telemetry.startSpan
  return async () => {
    startWith = undefined
    await telemetry
      .stop()
      .catch((err) => log.warn({ err }, 'sending the last traces failed; they are dropped'))
  }
}
