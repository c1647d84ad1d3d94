/** Markup that is safe to send. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Part = string | number | Html | Html[] | null | undefined | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes markup of a template; every value in it is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(written)))
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map((each) => each.text).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** A whole page. */
export function page({ title, body }: { title: string; body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Laurel</title>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
