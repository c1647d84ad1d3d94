import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { App } from '../../http/responses/envelope.ts'

const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8')

/** The address changes with the content, so that browsers may cache it indefinitely. */
const version = createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)

export const STYLE_PATH = `/account/style-${version}.css`

const YEAR_SECONDS = 31_536_000

export function styleRoutes(app: App): void {
  app.get(STYLE_PATH, { schema: { hide: true }, config: { rateLimit: false } }, async (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(STYLE),
  )
}
