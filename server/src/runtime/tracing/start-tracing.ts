import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { traceWith } from './trace.ts'

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
  const { startSpan, stop } = startOpenTelemetry({ endpoint, headers, resource, sampler, share }, log)
  traceWith(startSpan)
  return async () => {
    traceWith(undefined)
    await stop().catch((err) => log.warn({ err }, 'sending the last traces failed; they are dropped'))
  }
}
