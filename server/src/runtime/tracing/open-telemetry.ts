import {
  type Context,
  DiagLogLevel,
  diag,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import type { Span, SpanOptions, StartSpan } from './trace.ts'

/** Spans that wait for the collector; more are dropped. */
const SPANS_WAITING_MAX = 20_000
const SPANS_PER_EXPORT_MAX = 2_000
const EXPORT_INTERVAL_MS = 1_000
const EXPORT_TIMEOUT_MS = 3_000
const LOG_INTERVAL_MS = 60_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

export type Exporter = {
  endpoint: string
  headers: Record<string, string>
  resource: Record<string, string>
  sampler: Config['traceSampler']
  share: number
}

/** Sends spans to a collector. Loaded only when there is one. */
export function startOpenTelemetry(
  { endpoint, headers, resource, sampler, share }: Exporter,
  log: Pick<Logger, 'warn'>,
): { startSpan: StartSpan; stop(): Promise<void> } {
  reportProblems(log)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: samplerOf(sampler, share),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: SPANS_WAITING_MAX,
        maxExportBatchSize: SPANS_PER_EXPORT_MAX,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('laurel')
  return {
    startSpan: (name, options) => new TracedSpan(tracer, name, options),
    stop: () => provider.shutdown(),
  }
}

function samplerOf(name: Exporter['sampler'], share: number): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }[name.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

class TracedSpan implements Span {
  readonly #span: OtelSpan

  constructor(
    tracer: Tracer,
    name: string,
    { kind, parent, traceparent, links = [], startedAt, attributes }: SpanOptions,
  ) {
    const context =
      parent instanceof TracedSpan ? trace.setSpan(ROOT_CONTEXT, parent.#span) : contextOf(traceparent)
    this.#span = tracer.startSpan(
      name,
      {
        kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
        startTime: timeOf(startedAt),
        ...(attributes && { attributes }),
        links: links.flatMap((link): Link[] =>
          link instanceof TracedSpan ? [{ context: link.#span.spanContext() }] : [],
        ),
      },
      context,
    )
  }

  set(attributes: Record<string, string | number>): void {
    this.#span.setAttributes(attributes)
  }

  end(problem?: { message: string }): void {
    if (problem) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: problem.message })
    this.#span.end(timeOf())
  }
}

/**
 * One clock for all spans. The library's own counts whole milliseconds, so a span could begin before its
 * cause.
 */
const timeOf = (monotonic = performance.now()) => performance.timeOrigin + monotonic

/** The trace of the caller. A header that is not valid begins a new one. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function reportProblems(log: Pick<Logger, 'warn'>): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const report = (problem: unknown) => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn({ problem: String(problem).slice(0, 500) }, 'sending traces failed; they are dropped')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  )
}
