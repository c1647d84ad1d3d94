import { Marked, type Tokens } from 'marked'
import { Html, html } from '../../people/pages/layout.ts'
import { diagram } from './diagram.ts'
import { servedPath } from './guide-files.ts'

/** `sections` are empty if the page itself lists them. */
export type Guide = { title: string; body: Html; sections: { id: string; title: string }[] }

/** Guides name this service by the address that it has on the machine of a developer. */
const OWN_ADDRESS = /^http:\/\/127\.0\.0\.1:3000(?=\/)/
const ELSEWHERE = /^[a-z]+:/
/** Messages of a service have long lines, which are read to their end. Programs keep their lines. */
const MESSAGES = ['text', 'json']

/** Renders a page of Markdown. Links to pages that are not served become text. */
export function renderGuide(files: Map<string, string>, file: string, text: string): Guide {
  const headings: { depth: number; id: string; title: string }[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, text: raw, tokens }) {
        const content = this.parser.parseInline(tokens)
        const id = freeAnchor(
          raw,
          headings.map((heading) => heading.id),
        )
        const title = this.parser.parseInline(tokens, this.parser.textRenderer)
        headings.push({ depth, id, title })
        if (depth === 1) return ''
        return `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
      },
      code({ lang = '', text: code }) {
        const [language = ''] = lang.split(' ')
        if (language === 'mermaid') return diagram(code).text
        const kind = MESSAGES.includes(language) ? 'message' : 'program'
        return html`<pre class="${kind}" tabindex="0" role="group" aria-label="${`Code, ${language}`}"><code>${code}</code></pre>\n`
          .text
      },
      table(token: Tokens.Table) {
        const cell = ({ tokens, header }: Tokens.TableCell) => {
          const content = this.parser.parseInline(tokens)
          return header && content !== '' ? `<th scope="col">${content}</th>` : `<td>${content}</td>`
        }
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
        const hasHead = token.header.some((each) => each.text !== '')
        const head = hasHead ? `<thead>${row(token.header)}</thead>` : ''
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${token.rows.map(row).join('')}</tbody></table></div>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === undefined ? content : html`<a href="${target}">${new Html(content)}</a>`.text
      },
      checkbox: ({ checked }) => `<span class="check">${checked ? '☑' : '☐'}</span> `,
      image: () => '',
      html: ({ text: raw }) => (raw.startsWith('<!--') ? '' : html`${raw}`.text),
    },
  })
  const targetOf = (href: string) => {
    const address = href.replace(OWN_ADDRESS, '')
    return address.startsWith('/') || address.startsWith('#') || ELSEWHERE.test(address)
      ? address
      : servedPath(files, file, address)
  }
  const body = new Html(marked.parse(text, { async: false }))
  const title = headings.find(({ depth }) => depth === 1)?.title ?? file
  const listsSections = text.split('\n## ')[0]?.includes('](#')
  return { title, body, sections: listsSections ? [] : headings.filter(({ depth }) => depth === 2) }
}

/** The anchor that code hosts give a heading, so that links work there and here. */
function freeAnchor(heading: string, taken: string[]): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
  const count = taken.filter((each) => each === anchor || each.startsWith(`${anchor}-`)).length
  return taken.includes(anchor) ? `${anchor}-${count}` : anchor
}
