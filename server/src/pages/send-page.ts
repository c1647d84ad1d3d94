import type { FastifyReply } from 'fastify'
import type { Html } from './layout.ts'

/** Nothing but our own style and pictures loads; `formAction` says where forms may lead, redirects of their answers included. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`

/** Answers with a page that no one else may frame, keep or extend. */
export function sendPage(
  reply: FastifyReply,
  { text }: Html,
  { formAction = "'self'" }: { formAction?: string } = {},
): FastifyReply {
  return reply
    .header('content-security-policy', policy(formAction))
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text)
}

/** Leads the browser on with a GET, whatever it did before. */
export function goOn(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}
