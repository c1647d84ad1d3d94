import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { findApplication } from './application-store.ts'
import { redirectUriFor } from './client.ts'
import { type AdapterServices, createAdapter, SIGNED_TOKEN_MARK } from './oauth-adapter.ts'
import { CREATE_PROMPT } from './provider.ts'

const MOUNT = '/oauth'

/** A request to the library, which may still be changed. */
export type Prepared = {
  /** Below /oauth. */
  path: string
  /** The path as the library matches it: in lower case, without a trailing slash. */
  endpoint: string
  query: URLSearchParams
  /** Undefined when the body is not a form. */
  form: URLSearchParams | undefined
  headers: IncomingHttpHeaders
}

const FORM = /^application\/x-www-form-urlencoded\b/i

/** Takes a request apart and drops its headers about host and proxies: the origin is a setting. */
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

/** Builds the request for the library. */
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

/** Fills in optional parameters before the library sees a request. */
export async function completeRequest(services: AdapterServices, request: Prepared): Promise<void> {
  const { endpoint, query, form } = request
  if (endpoint === '/auth') await completeAuthorization(services, query)
  if (endpoint === '/token' && form) await completeTokenRequest(services, form)
  if (/^\/token\/(introspection|revocation)$/.test(endpoint) && form) markSignedToken(form)
}

/** Lets deviceType select the redirect URI when the request names none. */
async function completeAuthorization({ database }: AdapterServices, query: URLSearchParams): Promise<void> {
  if (!query.has('redirect_uri')) {
    const application = await findApplication(database, query.get('client_id') ?? '')
    if (application) query.set('redirect_uri', redirectUriFor(application, query.get('deviceType')))
  }
  // Lasting access needs an explicit consent.
  const scopes = query.get('scope')?.split(' ') ?? []
  const prompts = query.get('prompt')?.split(' ') ?? []
  if (scopes.includes('offline_access') && prompts.every((prompt) => prompt === CREATE_PROMPT))
    query.set('prompt', [...prompts, 'consent'].join(' '))
}

/** Adds the redirect_uri of the code. */
async function completeTokenRequest(services: AdapterServices, form: URLSearchParams): Promise<void> {
  const code = form.get('code')
  if (form.get('grant_type') === 'authorization_code' && code && !form.has('redirect_uri')) {
    const stored = await createAdapter(services)('AuthorizationCode').find(code)
    if (stored?.redirectUri) form.set('redirect_uri', stored.redirectUri)
  }
}

function markSignedToken(form: URLSearchParams): void {
  const token = form.get('token')
  if (token?.includes('.')) form.set('token', `${SIGNED_TOKEN_MARK}${token}`)
}
