import { type Problems, problemSummary } from './form.ts'
import { type Html, html, page } from './layout.ts'

/** A page with one form or message. The title says when the form has a problem. */
export function cardPage({
  title,
  content,
  problems = {},
  notice,
  head,
}: {
  title: string
  content: Html
  problems?: Problems | undefined
  notice?: string | undefined
  head?: Html
}): Html {
  return page({
    title: Object.keys(problems).length > 0 ? `Error: ${title}` : title,
    ...(head && { head }),
    body: html`<div class="card">
<h1>${title}</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
${problemSummary(problems)}
${content}
</div>`,
  })
}
