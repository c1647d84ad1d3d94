import type { FastifyInstance, FastifyReply } from 'fastify'

const EXPOSED = [
  'ETag',
  'Laurel-Ignored-Fields',
  'Laurel-Refusal',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')
const PREFLIGHT_SECONDS = 3_600

/** Whether an application has a redirect address at this origin: that of the partner, or any. */
export type IsRegisteredOrigin = (origin: string, partnerId?: string) => Promise<boolean>

/** Lets scripts of all origins read a response. Browsers refuse it for requests that carry cookies. */
export function allowAnyOrigin(reply: FastifyReply): void {
  allowOrigin(reply, '*')
}

export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', EXPOSED)
}

/** Lets browsers send a user's token to a read, from the redirect addresses of applications alone. */
export function respondToPreflight(
  app: FastifyInstance,
  url: string,
  { isRegisteredOrigin, isPublicRead }: { isRegisteredOrigin: IsRegisteredOrigin; isPublicRead: boolean },
): void {
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    config: { isPublicRead: true },
    async handler({ headers }, reply) {
      const sendsToken = /\bauthorization\b/i.test(headers['access-control-request-headers'] ?? '')
      const origin = isPublicRead && !sendsToken ? '*' : headers.origin
      reply.header('vary', 'origin, access-control-request-headers')
      if (origin === '*' || (origin !== undefined && (await isRegisteredOrigin(origin))))
        reply.headers({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET',
          'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, Last-Event-ID',
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        })
      return reply.code(204).send()
    },
  })
}
