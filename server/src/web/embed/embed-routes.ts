import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { FONT_FACES } from '../../http/edge/font-faces.ts'
import { isUuid } from '../../http/input/fields.ts'
import { type App, toFailure } from '../../http/responses/envelope.ts'
import { type Html, html } from '../../people/pages/layout.ts'
import type { PartnerReads } from '../../programme/read-batches/partner-reads.ts'
import { cacheControlOf } from '../../programme/read-batches/send-read.ts'
import { type Failure, notFound } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { accentStyle } from './accent.ts'
import { type Assets, boardPage, framedPage, type Look } from './board-page.ts'
import { EmbedQuery, requestedBoard, THEMES } from './embed-query.ts'
import { FRAME_SCRIPT, SITE_SCRIPT } from './height-scripts.ts'
import { readPublicBoard } from './read-public-board.ts'

const REFRESH_SECONDS = 60
const STYLE = FONT_FACES + readFileSync(new URL('./embed.css', import.meta.url), 'utf8')

/** Addresses change with the content, so that browsers may cache it indefinitely. */
const versionOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 16)

const ASSETS: Assets = {
  style: `/embed/style-${versionOf(STYLE)}.css`,
  script: `/embed/frame-${versionOf(FRAME_SCRIPT)}.js`,
  accent: (digits) => `/embed/accent/${digits}.css`,
}
const ACCENT_FILE = /^([0-9A-F]{6})\.css$/

const UNCHANGING = 'public, max-age=31536000, immutable'
/** Sites load it by an address that stays the same. */
const HOURLY = 'public, max-age=3600'
const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const UNLIMITED = { schema: { hide: true }, config: { rateLimit: false } } as const

/** A frame has no script, unless it is to send its height. */
const policy = ({ height }: Partial<Look>) =>
  `default-src 'none'; ${height === 'auto' ? "script-src 'self'; " : ''}style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'`

type Services = {
  reads: PartnerReads
  config: Pick<Config, 'publicBoardSeconds'>
  now: () => Date
}

/** Published boards for the frames of other sites. No other page of the service can be framed. */
export function embedRoutes(app: App, { reads, config, now }: Services): void {
  app.setErrorHandler(sendProblem)

  const serve = (path: string, type: string, text: string, cache = UNCHANGING) =>
    app.get(path, UNLIMITED, async (_, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': cache, 'cross-origin-resource-policy': 'cross-origin' })
        .send(text),
    )
  serve(ASSETS.style, CSS, STYLE)
  serve(ASSETS.script, SCRIPT, FRAME_SCRIPT)
  serve('/embed/height.js', SCRIPT, SITE_SCRIPT, HOURLY)

  app.get<{ Params: { file: string } }>('/embed/accent/:file', UNLIMITED, async ({ params }, reply) => {
    const [, digits] = ACCENT_FILE.exec(params.file) ?? []
    if (digits === undefined) throw notFound('The style')
    return reply.type(CSS).header('cache-control', UNCHANGING).send(accentStyle(digits))
  })

  app.get(
    '/embed/:partnerId',
    {
      schema: { hide: true, params: Type.Object({ partnerId: Type.String() }), querystring: EmbedQuery },
      config: { isPublicRead: true },
      onRequest: allowFrames,
    },
    async ({ params, query }, reply) => {
      if (!isUuid(params.partnerId)) throw notFound('The board')
      const at = now()
      const { period, ...board } = requestedBoard(query, at)
      const { limit = query.take, me } = query
      const found = await reads.read(params.partnerId.toLowerCase(), (batch) =>
        readPublicBoard(batch, board, { limit, me, now: at }),
      )
      reply.header('refresh', REFRESH_SECONDS)
      reply.header('cache-control', cacheControlOf(config.publicBoardSeconds))
      return send(reply, boardPage({ board: board.name, period, ...found, now: at }, query, ASSETS), query)
    },
  )
}

/** Removes the headers that keep all other responses out of frames. */
async function allowFrames(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
}

function send(reply: FastifyReply, { text }: Html, look: Partial<Look>): FastifyReply {
  return reply.header('content-security-policy', policy(look)).type('text/html; charset=utf-8').send(text)
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error, request)
  const { status } = failure
  const look = soundLook(request.query as Record<string, unknown>)
  const { title, text } = problemOf(failure)
  // Retries temporary failures.
  if (status === 429 || status >= 500) reply.header('refresh', REFRESH_SECONDS)
  const body = html`<header><div><h1>${title}</h1><p class="lead">${text}</p></div></header>`
  return send(reply.code(status), framedPage({ title, body }, look, ASSETS), look)
}

/** What can be used of a query that may be wrong. */
function soundLook({ theme, bg, height }: Record<string, unknown>): Look {
  return {
    theme: THEMES.find((each) => each === theme) ?? 'auto',
    bg: bg === 'transparent' ? bg : 'page',
    height: height === 'auto' ? height : 'fixed',
  }
}

function problemOf({ kind, message }: Failure): { title: string; text: string } {
  if (kind === 'notFound')
    return {
      title: 'This board is not published',
      text: 'It is here once the partner publishes its boards.',
    }
  if (kind === 'invalid') return { title: 'This address is not right', text: message }
  return {
    title: 'Back in a moment',
    text: 'The board cannot be shown just now; it is tried again by itself.',
  }
}
