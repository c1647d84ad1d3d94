import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { Database } from '../database/database.ts'
import { ping } from '../database/service-role.ts'

/** For whoever watches the process: does it live, and can it serve? */
export function statusRoutes(
  app: FastifyInstance,
  { database, isDraining }: { database: Database; isDraining: () => boolean },
): void {
  const hide = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get('/healthz', hide, async () => ({ status: 'alive' }))
  app.get('/readyz', hide, async (request, reply) => {
    try {
      if (isDraining()) throw new Error('the service is stopping')
      await ping(database)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}

/** Takes any JSON and does nothing with it: what a request costs before it is a request for something. */
export function emptyRoute(app: FastifyInstance, path: string, guard?: onRequestAsyncHookHandler): void {
  app.post(path, { schema: { hide: true }, ...(guard && { onRequest: guard }) }, async () => ({
    status: 'success',
    message: 'Nothing was done',
    data: {},
  }))
}
