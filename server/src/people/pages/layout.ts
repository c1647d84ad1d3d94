import type { FastifyReply } from 'fastify'
import { accentPath, type Brand } from './brand.ts'
import { STYLE_PATH } from './style-routes.ts'

/** Two sprigs of laurel in a square of 32. */
export const LEAVES =
  'M14.2 26.5Q9.7 25.5 8 29.8Q12.6 30.9 14.2 26.5M14.2 26.5Q14.2 21.9 9.5 21.3Q9.6 26 14.2 26.5' +
  'M9.4 24.3Q6.1 21.1 2.4 24.1Q5.8 27.3 9.4 24.3M9.4 24.3Q11.7 20.2 8 17.5Q5.7 21.5 9.4 24.3' +
  'M6.4 20Q5.1 15.5 0.5 16.3Q1.8 20.8 6.4 20M6.4 20Q10.4 17.6 8.6 13.3Q4.5 15.7 6.4 20' +
  'M6 14.7Q7 10.2 2.7 8.5Q1.6 13.1 6 14.7M6 14.7Q10.6 14.7 11.2 10Q6.5 10.1 6 14.7' +
  'M8.2 9.9Q11.4 6.7 8.4 3.1Q5.2 6.4 8.2 9.9M8.2 9.9Q12.2 12.3 14.8 8.5Q10.9 6.2 8.2 9.9' +
  'M10 8.2Q13.8 7.8 14.3 4.1Q10.6 4.5 10 8.2M17.8 26.5Q19.4 30.9 24 29.8Q22.3 25.5 17.8 26.5' +
  'M17.8 26.5Q22.4 26 22.5 21.3Q17.8 21.9 17.8 26.5M22.6 24.3Q26.2 27.3 29.6 24.1Q25.9 21.1 22.6 24.3' +
  'M22.6 24.3Q26.3 21.5 24 17.5Q20.3 20.2 22.6 24.3M25.6 20Q30.2 20.8 31.5 16.3Q26.9 15.5 25.6 20' +
  'M25.6 20Q27.5 15.7 23.4 13.3Q21.6 17.6 25.6 20M26 14.7Q30.4 13.1 29.3 8.5Q25 10.2 26 14.7' +
  'M26 14.7Q25.5 10.1 20.8 10Q21.4 14.7 26 14.7M23.8 9.9Q26.8 6.4 23.6 3.1Q20.6 6.7 23.8 9.9' +
  'M23.8 9.9Q21.1 6.2 17.2 8.5Q19.8 12.3 23.8 9.9M22 8.2Q21.4 4.5 17.7 4.1Q18.2 7.8 22 8.2'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f8757" d="${LEAVES}"/></svg>`

/** Takes the colour of the surrounding text. */
const LAUREL_SVG = `<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><path fill="currentColor" d="${LEAVES}"/></svg>`

const LAUREL_ICON = `data:image/svg+xml,${encodeURIComponent(ICON)}`

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
 * A whole page. The wordmark leads to `home`, `navigation` is beside it, `head` adds to the document's head. A
 * page on the way to a partner has its `brand`.
 */
export function page({
  title,
  body,
  navigation,
  head,
  brand,
  wide = false,
  home = ACCOUNT,
  footer = 'Laurel keeps your coins, one wallet for each partner.',
}: {
  title: string
  body: Html
  navigation?: Html
  head?: Html
  brand?: Brand | undefined
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
${brand?.accent && html`<link rel="stylesheet" href="${accentPath(brand.accent)}">`}
<link rel="icon" href="${LAUREL_ICON}">
${head}
</head>
<body${brand && html` class="branded"`}>
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

const formats = new Map<string, Intl.DateTimeFormat>()

/** There are a few hundred zones, and each format costs more to make than to use. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  })
  formats.set(timeZone, format)
  return format
}

/** A date and time for people, with its zone, and for programs. */
export function moment(date: Date, timeZone = 'UTC'): Html {
  return html`<time datetime="${date.toISOString()}">${formatIn(timeZone).format(date)}</time>`
}

/** Only our own style, fonts and pictures load. `formAction` also covers the redirects after a form. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`

type PageOptions = { formAction?: string }

/** Sends a page that others may not frame or extend. */
export function sendPage(reply: FastifyReply, { text }: Html, options: PageOptions = {}): FastifyReply {
  return describePage(reply, options).send(text)
}

/** Sets the headers of such a page. */
export function describePage(reply: FastifyReply, { formAction = "'self'" }: PageOptions = {}): FastifyReply {
  return reply
    .header('content-security-policy', policy(formAction))
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
}

/** Redirects the browser to a GET, whatever the method of the request was. */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303)
}
