import type { FastifyInstance } from 'fastify'
import type { Oauth } from './oauth.ts'

const BODY_BYTES_MAX = 56 * 1024
/** The one script that the library sends is allowed by its hash, which it adds here. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** The endpoints of OAuth 2.0 and OpenID Connect, as the library serves them. */
export function oauthRoutes(app: FastifyInstance, { oauth }: { oauth: Oauth }): void {
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/oauth/*',
    schema: { hide: true },
    bodyLimit: BODY_BYTES_MAX,
    async handler(request, reply) {
      const answer = await oauth.prepare(request)
      reply.header('content-security-policy', PAGE_POLICY)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await answer(reply.raw)
    },
  })
}
