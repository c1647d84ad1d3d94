import type { FastifyReply } from 'fastify'
import type { Html } from './layout.ts'

/** Only our own style and pictures load. `formAction` also covers the redirects after a form. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`

/** Sends a page that others may not frame or extend. */
export function sendPage(
  reply: FastifyReply,
  { text }: Html,
  { formAction = "'self'" }: { formAction?: string } = {},
): FastifyReply {
  return reply
    .header('content-security-policy', policy(formAction))
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(text)
}

/** Redirects the browser to a GET, whatever the method of the request was. */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303)
}
