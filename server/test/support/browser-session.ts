import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { PASSWORD } from './partner.ts'

export const SESSION = '/api/v1/session'

export type BrowserLogin = { email: string; password?: string; code?: string; ecosystem?: string }

export const signInBrowser = (
  api: Api,
  { email, password = PASSWORD, code, ecosystem = 'acme' }: BrowserLogin,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  api.request('POST', SESSION, { body: { ecosystem, email, password, ...(code && { code }) }, headers })

/** What a browser sends back of a response's cookies. */
export const cookieFrom = (response: ApiResponse): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')

/** The API as the browser of a signed-in team member calls it: with a cookie and the CSRF token. */
export type CookieSession = {
  id: string
  partnerId: string
  cookie: string
  csrfToken: string
  expiresAt: string
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; on?: Api },
  ): Promise<ApiResponse>
  get(path: string): Promise<ApiResponse>
}

export async function openCookieSession(
  api: Api,
  login: BrowserLogin,
  headers: Record<string, string> = {},
): Promise<CookieSession> {
  const response = await signInBrowser(api, login, headers)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  const { person, partner, csrfToken, expiresAt } = response.body.data
  const cookie = cookieFrom(response)
  const request: CookieSession['request'] = (method, path, { on = api, ...options } = {}) =>
    on.request(method, path, {
      ...options,
      headers: { cookie, 'x-csrf-token': csrfToken, ...headers, ...options.headers },
    })
  return {
    id: person.id,
    partnerId: partner.partnerId,
    cookie,
    csrfToken,
    expiresAt,
    request,
    get: (path) => api.request('GET', path, { headers: { cookie, ...headers } }),
  }
}
