import { inSpan, isTracing, startSpan } from '../../runtime/tracing/trace.ts'
import type { PartnerCalls } from './queued-call.ts'

/**
 * Traces a batch and the waits of its calls. The batch belongs to the request of the first traced call and is
 * linked from the waits of all.
 */
export function traceBatch<T>(partners: PartnerCalls[], work: () => Promise<T>): Promise<T> {
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
