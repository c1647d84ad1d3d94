import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const MOUNT = '/oauth'

/** A request on its way to the library, which may still be changed. */
export type Prepared = {
  /** Below the mount. */
  path: string
  /** The same as the library matches it: in any case, with or without a slash at the end. */
  endpoint: string
  query: URLSearchParams
  /** Undefined when the body is not a form. */
  form: URLSearchParams | undefined
  headers: IncomingHttpHeaders
}

const FORM = /^application\/x-www-form-urlencoded\b/i

/** Takes a request apart. What it says of the host and of proxies is left behind: who we are is a setting, not a header. */
export function prepareRequest(request: FastifyRequest, origin: string): Prepared {
  const { pathname, searchParams } = new URL(request.url, origin)
  const { host, protocol } = new URL(origin)
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !/^(forwarded|x-forwarded-.*|content-length|transfer-encoding)$/.test(name),
    ),
  )
  const path = pathname.slice(MOUNT.length)
  const isForm = FORM.test(request.headers['content-type'] ?? '') && Buffer.isBuffer(request.body)
  return {
    path,
    endpoint: path.toLowerCase().replace(/\/$/, ''),
    query: searchParams,
    form: isForm ? new URLSearchParams((request.body as Buffer).toString()) : undefined,
    headers: { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) },
  }
}

/** Puts the request together again as the library takes it. */
export function providerRequest(
  request: FastifyRequest,
  { path, query, form, headers }: Prepared,
): IncomingMessage {
  const body = form ? Buffer.from(form.toString()) : (request.body as Buffer | undefined)
  const search = query.size > 0 ? `?${query}` : ''
  const { socket, httpVersion } = request.raw
  return Object.assign(Readable.from(body && body.length > 0 ? [body] : []), {
    method: request.method,
    url: `${path || '/'}${search}`,
    baseUrl: MOUNT,
    headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    socket,
    httpVersion,
  }) as unknown as IncomingMessage
}
