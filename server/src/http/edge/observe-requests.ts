import type { FastifyInstance } from 'fastify'
import { requestSeconds, requests } from '../../runtime/metrics/metrics.ts'
import { inSpan, isTracing, type Span, startSpan } from '../../runtime/tracing/trace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as the client wants. */
    isStream?: boolean
  }
  interface FastifyRequest {
    span: Span | undefined
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

/**
 * Traces each request but health checks, as part of the caller's trace if it sends one. Without tracing there
 * is no hook.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request
    if (routeOptions.config.isHealthCheck) return done()
    const { url: route = 'none' } = routeOptions
    const { traceparent } = headers
    const span = startSpan(`${method} ${route}`, {
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'laurel.request.id': request.id,
      },
    })
    request.span = span
    reply.raw.once('close', () => {
      const { statusCode } = reply
      const partnerId = request.credential?.partnerId
      span?.set({
        'http.response.status_code': statusCode,
        ...(partnerId && { 'laurel.partner.id': partnerId }),
      })
      span?.end(statusCode >= 500 ? { message: request.failure?.message ?? '' } : undefined)
    })
    inSpan(span, done)
  })
  // Reading the body leaves the context of the first hook.
  app.addHook('preValidation', (request, _, done) => inSpan(request.span, done))
}
