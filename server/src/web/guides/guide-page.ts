import { type Html, html, page } from '../../people/pages/layout.ts'
import { GUIDES_PATH } from './guide-files.ts'
import type { Guide } from './render-guide.ts'

const SECTIONS_MIN = 4

/** A guide in the frame of the product. `isIndex` is the page that lists the guides. */
export function guidePage({ title, body, sections }: Guide, isIndex: boolean): Html {
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

export const NO_GUIDE: Guide = {
  title: 'Page not found',
  body: html`<p>There is no guide at this address.</p>`,
  sections: [],
}
