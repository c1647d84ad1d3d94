import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from '../../http/input/fields.ts'
import { type App, toFailure } from '../../http/responses/envelope.ts'
import { type Html, html } from '../../people/pages/layout.ts'
import { openBoard } from '../../programme/leaderboards/read-board.ts'
import { PUBLISHED } from '../../programme/partners/partner-store.ts'
import type { Board } from '../../programme/ranking/board.ts'
import type { PartnerReads } from '../../programme/read-batches/partner-reads.ts'
import type { ReadBatch } from '../../programme/read-batches/read-batch.ts'
import { cacheControlOf } from '../../programme/read-batches/send-read.ts'
import { type Failure, notFound } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { boardPage, framedPage, type PublicEntry } from './board-page.ts'
import { EmbedQuery, requestedBoard, THEMES } from './embed-query.ts'

const POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'"
const REFRESH_SECONDS = 60

type Services = {
  reads: PartnerReads
  config: Pick<Config, 'publicBoardSeconds'>
  now: () => Date
}

/** Published boards for the frames of other sites. No other page of the service can be framed. */
export function embedRoutes(app: App, { reads, config, now }: Services): void {
  app.setErrorHandler(sendProblem)
  app.get(
    '/embed/:partnerId',
    {
      schema: { hide: true, params: Type.Object({ partnerId: Type.String() }), querystring: EmbedQuery },
      config: { isPublicRead: true },
      onRequest: allowFrames,
    },
    async ({ params, query }, reply) => {
      if (!isUuid(params.partnerId)) throw notFound('The board')
      const { period, ...board } = requestedBoard(query, now())
      const { partnerName, entries } = await reads.read(params.partnerId.toLowerCase(), (batch) =>
        readPublicBoard(batch, board, query.take),
      )
      reply.header('refresh', REFRESH_SECONDS)
      reply.header('cache-control', cacheControlOf(config.publicBoardSeconds))
      const { theme } = query
      return send(reply, boardPage({ board: board.name, period, partnerName, entries, theme, now: now() }))
    },
  )
}

/** Removes the headers that keep all other responses out of frames. */
async function allowFrames(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
}

function send(reply: FastifyReply, { text }: Html): FastifyReply {
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(text)
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error, request)
  const { status } = failure
  const { theme: themeName } = request.query as { theme?: unknown }
  const theme = THEMES.find((each) => each === themeName) ?? 'auto'
  const { title, text } = problemOf(failure)
  // Retries temporary failures.
  if (status === 429 || status >= 500) reply.header('refresh', REFRESH_SECONDS)
  return send(reply.code(status), framedPage({ title, theme, body: html`<h1>${title}</h1><p>${text}</p>` }))
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

/** The top of a published board. Equal amounts share a position (1, 2, 2, 4). */
async function readPublicBoard(
  batch: ReadBatch,
  board: Board,
  limit: number,
): Promise<{ partnerName: string; entries: PublicEntry[] }> {
  const [published, { list }] = await Promise.all([
    batch.load(PUBLISHED, batch.partnerId),
    openBoard(batch, board, null),
  ])
  if (!published) throw notFound('The board')
  const members = await list({ offset: 0, limit })
  const entries = members.map(({ tag, isHidden, negatedScore }) => ({
    position: 1 + members.findIndex((other) => other.negatedScore === negatedScore),
    tag: isHidden ? null : tag,
    amount: -negatedScore,
  }))
  return { partnerName: published.partnerName, entries }
}
