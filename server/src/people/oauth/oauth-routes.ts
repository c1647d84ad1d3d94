import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Oauth } from './oauth.ts'

export const BODY_BYTES_MAX = 56 * 1024
const PUBLIC_READS = ['/oauth/jwks', '/oauth/.well-known/*']
/** The library adds the hash of its one script. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** The endpoints of OAuth 2.0 and OpenID Connect, as the library serves them. */
export function oauthRoutes(app: FastifyInstance, { oauth }: { oauth: Oauth }): void {
  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const respond = await oauth.prepare(request)
    reply.header('content-security-policy', PAGE_POLICY)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await respond(reply.raw)
  }
  const schema = { hide: true }
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/oauth/*',
    schema,
    bodyLimit: BODY_BYTES_MAX,
    handler,
  })
  for (const url of PUBLIC_READS) app.get(url, { schema, config: { isPublicRead: true } }, handler)
}
