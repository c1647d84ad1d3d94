import { createHash } from 'node:crypto'
import type {} from '@fastify/swagger'
import type { FastifyPluginAsync } from 'fastify'
import { DESIGN_TOKENS } from '../../http/edge/design-tokens.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Db } from '../../storage/database/database.ts'
import { listMails } from './mail-store.ts'

type PostedMail = {
  id: string
  to: string
  subject: string
  text: string | null
  /** Tests click these links and type these codes. */
  links: string[]
  codes: string[]
  createdAt: string
}
type MailboxQuery = { Querystring: { to?: string } }

const COUNT_MAX = 100

const STYLE = `${DESIGN_TOKENS}
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 var(--font);
  background: var(--paper); color: var(--ink) }
h1 { font: 560 1.75rem/1.22 var(--display) }
h2 { font-size: 1rem; margin: 0 }
form { display: flex; gap: .5rem; align-items: center; margin: 1.5rem 0 }
input, button { font: inherit; padding: .3rem .6rem }
input { flex: 1; min-width: 0 }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--surface) }
p { margin: .2rem 0; color: var(--ink-soft) }
pre { margin: .8rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: var(--accent) }`

const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const LINK = /https?:\/\/(?:[^\s<>&]|&amp;)+(?<![.,;:!?)])/g

const ADDRESS = /https?:\/\/[^\s<>]+(?<![.,;:!?)])/g
const CODE = /(?<![\w-])\d{6}(?![\w-])/g

/** Development only: shows the mails that would have been sent, with their codes and links. */
export function mailboxRoutes({
  database,
  encryption,
}: {
  database: Db
  encryption: Encryption
}): FastifyPluginAsync {
  const schema = {
    hide: true,
    querystring: { type: 'object', properties: { to: { type: 'string', pattern: '^\\P{Cc}*$' } } },
  }

  async function postedMails(to: string | undefined): Promise<PostedMail[]> {
    const mails = await listMails(database, { recipient: to || undefined, countMax: COUNT_MAX })
    return mails.map(({ id, recipient, subject, encryptedBody, createdAt }) => {
      const text = encryptedBody && encryption.decrypt(encryptedBody)
      return {
        id,
        to: recipient,
        subject,
        text,
        links: text?.match(ADDRESS) ?? [],
        codes: text?.match(CODE) ?? [],
        createdAt: createdAt.toISOString(),
      }
    })
  }

  return async (app) => {
    app.get<MailboxQuery>('/dev/mailbox', { schema }, async ({ query }, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', CONTENT_SECURITY_POLICY)
      return page(await postedMails(query.to), query.to ?? '')
    })
    app.get<MailboxQuery>('/dev/mailbox.json', { schema }, async ({ query }) => postedMails(query.to))
  }
}

function page(mails: PostedMail[], to: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Mailbox</h1>
<p>What this service would have mailed, newest first. Development only.</p>
<form action="/dev/mailbox">
<label for="to">To</label><input id="to" name="to" type="search" value="${escapeHtml(to)}"><button>Show</button>
</form>
<main>
${mails.map(article).join('\n') || `<p>${to ? 'No mail to this address.' : 'No mail yet.'}</p>`}
</main>
</body>
</html>
`
}

function article({ to, subject, text, createdAt }: PostedMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${createdAt}">${createdAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
${text === null ? '<p>Handed to the mail server; its text is no longer kept.</p>' : `<pre>${withLinks(escapeHtml(text))}</pre>`}
</article>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

function withLinks(escaped: string): string {
  return escaped.replace(LINK, (address) => `<a href="${address}" rel="noreferrer">${address}</a>`)
}
