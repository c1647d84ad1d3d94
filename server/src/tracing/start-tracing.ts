import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { traceWith } from './trace.ts'

/** Begins to trace if there is a collector. Returns what sends the last spans and ends it. */
export async function startTracing(
  { traceEndpoint: endpoint, traceHeaders: headers, traceShare: share }: Config,
  log: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  const { startSpan, stop } = startOpenTelemetry({ endpoint, headers, share }, log)
  traceWith(startSpan)
  return async () => {
    traceWith(undefined)
    await stop().catch((err) => log.warn({ err }, 'sending the last traces failed; they are dropped'))
  }
}
