import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The API reference as a page, and as the document it is made from. */
export async function referencePage(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(reference, { routePrefix: '/docs' })
}
