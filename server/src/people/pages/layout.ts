import { LAUREL_ICON, LAUREL_SVG } from './laurel-mark.ts'
import { STYLE_PATH } from './style.ts'

/** Markup, which is not escaped again. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insert = Html | string | number | bigint | false | null | undefined | readonly Insert[]

/** Markup in which every `${value}` is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: Insert[]): Html {
  return new Html(strings.reduce((left, right, index) => left + markup(values[index - 1]) + right))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function markup(value: Insert): string {
  if (value instanceof Html) return value.text
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'object') return value.map(markup).join('')
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const mark = new Html(LAUREL_SVG)

const ACCOUNT = { href: '/account', label: 'Laurel, your account' }

/**
 * A whole page. The wordmark leads to `home`, `navigation` is beside it, `head` adds to the document's head.
 */
export function page({
  title,
  body,
  navigation,
  head,
  wide = false,
  home = ACCOUNT,
  footer = 'Laurel keeps your coins, one wallet for each partner.',
}: {
  title: string
  body: Html
  navigation?: Html
  head?: Html
  wide?: boolean
  home?: { href: string; label: string }
  footer?: string
}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Laurel</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="icon" href="${LAUREL_ICON}">
${head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<div class="top-inner">
<a class="wordmark" href="${home.href}" aria-label="${home.label}">${mark}<span>Laurel</span></a>
${navigation}
</div>
</header>
<main id="main" class="${wide ? 'wide' : 'narrow'}" tabindex="-1">
${body}
</main>
<footer class="foot"><p>${footer}</p></footer>
</body>
</html>
`
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A date and time for people and for programs. */
export function moment(date: Date): Html {
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${DAY.format(date)}, ${iso.slice(11, 16)} UTC</time>`
}
