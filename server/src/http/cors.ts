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

/** Lets scripts of all origins read a response. Browsers refuse it for requests that carry cookies. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
}

/** Lets browsers send a token to a read. */
export function respondToPreflight(app: FastifyInstance, url: string): void {
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    config: { rateLimit: false },
    async handler(_, reply) {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      })
      return reply.code(204).send()
    },
  })
}
