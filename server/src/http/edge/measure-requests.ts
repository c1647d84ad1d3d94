import type { FastifyInstance } from 'fastify'
import { requestSeconds, requests } from '../../runtime/metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as the client wants. */
    isStream?: boolean
  }
}

/** Counts responses by their route's template, which has few values, unlike the path of a request. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { url: route = 'none', config } = request.routeOptions
    requests.inc({ method, route, status: reply.statusCode })
    if (!config?.isStream) requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000)
    done()
  })
}
