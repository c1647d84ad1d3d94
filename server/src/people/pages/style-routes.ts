import type { App } from '../../http/responses/envelope.ts'
import { STYLE, STYLE_PATH } from './style.ts'

const YEAR_SECONDS = 31_536_000

export function styleRoutes(app: App): void {
  app.get(STYLE_PATH, { schema: { hide: true }, config: { rateLimit: false } }, async (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(STYLE),
  )
}
