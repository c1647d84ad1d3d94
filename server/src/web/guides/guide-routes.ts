import type { FastifyReply, FastifyRequest } from 'fastify'
import { createConstantText } from '../../http/edge/compression.ts'
import type { App } from '../../http/responses/envelope.ts'
import { describePage, sendPage } from '../../people/pages/send-page.ts'
import { findGuideFiles, GUIDES_PATH, readGuideFile } from './guide-files.ts'
import { guidePage, NO_GUIDE } from './guide-page.ts'

const PUBLIC = { schema: { hide: true }, config: { isPublicRead: true } } as const

/** Serves the guides, and the pages that they link to. Each is rendered with the first request for it. */
export function guideRoutes(app: App): void {
  let files: Map<string, string> | undefined
  const pages = new Map<string, ReturnType<typeof createConstantText>>()
  const send = async (name: string, { headers }: FastifyRequest, reply: FastifyReply) => {
    files ??= findGuideFiles()
    const file = files.get(name)
    if (file === undefined) return sendPage(reply.code(404), guidePage(NO_GUIDE, false))
    const { renderGuide } = await import('./render-guide.ts')
    const sendText =
      pages.get(name) ??
      createConstantText(guidePage(renderGuide(files, file, readGuideFile(file)), name === '').text)
    pages.set(name, sendText)
    return sendText(headers['accept-encoding'], describePage(reply))
  }
  app.get(GUIDES_PATH, PUBLIC, (request, reply) => send('', request, reply))
  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, PUBLIC, (request, reply) =>
    send(request.params.name, request, reply),
  )
}
