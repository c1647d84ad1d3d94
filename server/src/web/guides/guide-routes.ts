import type { FastifyReply, FastifyRequest } from 'fastify'
import { createConstantText } from '../../http/edge/compression.ts'
import type { App } from '../../http/responses/envelope.ts'
import { describePage, type Html, html, page, sendPage } from '../../people/pages/layout.ts'
import { findGuideFiles, GUIDES_PATH, readGuideFile } from './guide-files.ts'
import type { Guide } from './render-guide.ts'

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

const SECTIONS_MIN = 4

/** A guide in the frame of the product. `isIndex` is the page that lists the guides. */
function guidePage({ title, body, sections }: Guide, isIndex: boolean): Html {
  return page({
    title,
    home: { href: GUIDES_PATH, label: 'Laurel, all guides' },
    footer: 'The guides of the version of Laurel that runs here.',
    wide: true,
    navigation: html`<nav aria-label="Documentation"><ul>
<li><a href="${GUIDES_PATH}"${isIndex && html` aria-current="page"`}>Guides</a></li>
<li><a href="/docs">API reference</a></li>
<li><a href="/dashboard">Dashboard</a></li>
</ul></nav>`,
    body: html`${!isIndex && html`<p class="back"><a href="${GUIDES_PATH}">All guides</a></p>`}
<h1>${title}</h1>
${!isIndex && sections.length >= SECTIONS_MIN && contents(sections)}
<article class="guide">
${body}
</article>`,
  })
}

const contents = (sections: Guide['sections']) => html`<nav class="contents" aria-label="On this page"><ul>
${sections.map(({ id, title }) => html`<li><a class="section-link" href="#${id}">${title}</a></li>\n`)}</ul></nav>`

const NO_GUIDE: Guide = {
  title: 'Page not found',
  body: html`<p>There is no guide at this address.</p>`,
  sections: [],
}
