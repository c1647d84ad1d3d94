import type { FastifyReply } from 'fastify'
import type { Html } from './layout.ts'

/** Only our own style and pictures load. `formAction` also covers the redirects after a form. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`

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
