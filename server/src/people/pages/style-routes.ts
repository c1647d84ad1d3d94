import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { DESIGN_TOKENS } from '../../http/edge/design-tokens.ts'
import type { App } from '../../http/responses/envelope.ts'
import { ACCENTS_PATH, accentOf, accentStyle } from './brand.ts'

const STYLE = `${DESIGN_TOKENS}\n${readFileSync(new URL('./style.css', import.meta.url), 'utf8')}`

/** The address changes with the content, so that browsers may cache it indefinitely. */
const version = createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)

export const STYLE_PATH = `/account/style-${version}.css`

const YEAR_SECONDS = 31_536_000
const FILE = { schema: { hide: true }, config: { rateLimit: false } } as const

export function styleRoutes(app: App): void {
  const send = (reply: FastifyReply, style: string) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(style)
  app.get(STYLE_PATH, FILE, async (_, reply) => send(reply, STYLE))
  app.get<{ Params: { file: string } }>(`${ACCENTS_PATH}/:file`, FILE, async ({ params }, reply) => {
    const accent = accentOf(params.file)
    return accent ? send(reply, accentStyle(accent)) : reply.callNotFound()
  })
}
