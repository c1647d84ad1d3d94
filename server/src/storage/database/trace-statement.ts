import { currentSpan, startSpan } from '../../runtime/tracing/trace.ts'
import type { Result } from './pipeline.ts'
import type { Sql } from './sql.ts'

const CALLER = /^\/\* (.*?) \*\/ /

/** Traces a statement of a traced request or batch: its text, never its values. */
export function traceStatement({ text }: Sql, result: Promise<Result>): Promise<Result> {
  const parent = currentSpan()
  if (!parent) return result
  const span = startSpan(CALLER.exec(text)?.[1] ?? 'statement', {
    kind: 'client',
    parent,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  })
  result.then(
    () => span?.end(),
    ({ code }: { code?: string }) => span?.end({ message: code ?? 'failed' }),
  )
  return result
}
