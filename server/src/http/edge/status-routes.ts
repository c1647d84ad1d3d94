import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { withoutReader } from '../../runtime/process/reader.ts'
import type { Database } from '../../storage/database/database.ts'
import { findNewerVersion } from '../../storage/database/schema-version.ts'

/** Liveness and readiness for monitoring. */
export function statusRoutes(
  app: FastifyInstance,
  {
    database,
    leaving,
    databaseProblem,
  }: {
    database: Database
    leaving: AbortSignal
    /** Says in words what part of the database is unavailable. */
    databaseProblem: () => string | undefined
  },
): void {
  const hide = { schema: { hide: true }, config: { isHealthCheck: true } } as const
  app.get('/healthz', hide, async () => ({ status: 'alive' }))
  app.get('/readyz', hide, async (request, reply) => {
    try {
      if (leaving.aborted) throw new Error('the service is stopping')
      const lowest = await withoutReader(() => findNewerVersion(database))
      if (lowest) throw new Error(`the database needs version ${lowest} or later; stop this process`)
      const problem = databaseProblem()
      return problem === undefined ? { status: 'ready' } : { status: 'degraded', problem }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}

/** Accepts any JSON and does nothing. The bench measures the cost of a bare request with it. */
export function emptyRoute(app: FastifyInstance, path: string, guard?: onRequestAsyncHookHandler): void {
  app.post(path, { schema: { hide: true }, ...(guard && { onRequest: guard }) }, async () => ({
    status: 'success',
    message: 'Nothing was done',
    data: {},
  }))
}
