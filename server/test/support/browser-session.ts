import assert from 'node:assert/strict'
import { PASSWORD } from './partner.ts'
import type { Answer, TestService } from './service.ts'

export const SESSION = '/api/v1/session'

export type BrowserLogin = { email: string; password?: string; code?: string; ecosystem?: string }

export const signInBrowser = (
  service: TestService,
  { email, password = PASSWORD, code, ecosystem = 'acme' }: BrowserLogin,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  service.request('POST', SESSION, { body: { ecosystem, email, password, ...(code && { code }) }, headers })

/** What a browser sends back of an answer's cookies. */
export const cookieFrom = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')

/** A browser in which a team member is signed in. */
export type TestBrowser = {
  id: string
  partnerId: string
  cookie: string
  csrfToken: string
  expiresAt: string
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; on?: TestService },
  ): Promise<Answer>
  get(path: string): Promise<Answer>
}

export async function openBrowser(
  service: TestService,
  login: BrowserLogin,
  headers: Record<string, string> = {},
): Promise<TestBrowser> {
  const answer = await signInBrowser(service, login, headers)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { person, partner, csrfToken, expiresAt } = answer.body.data
  const cookie = cookieFrom(answer)
  const request: TestBrowser['request'] = (method, path, { on = service, ...options } = {}) =>
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
    get: (path) => service.request('GET', path, { headers: { cookie, ...headers } }),
  }
}
