import assert from 'node:assert/strict'
import type { ApiResponse } from './api-response.ts'

type RequestOptions = { token?: string; body?: unknown; headers?: Record<string, string> }

/** The API as a partner's backend calls it. */
export type Api = {
  url: string
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>
  get(path: string, token?: string): Promise<ApiResponse>
  post(path: string, body: unknown, token?: string): Promise<ApiResponse>
}

export function apiAt(url: string): Api {
  const request: Api['request'] = async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return apiOf(url, request)
}

/** The API by way of a function that sends requests. */
export const apiOf = (url: string, request: Api['request']): Api => ({
  url,
  request,
  get: (path, token) => request('GET', path, token ? { token } : {}),
  post: (path, body, token) => request('POST', path, token ? { token, body } : { body }),
})

/** Sends a request that must succeed; resolves to its data. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
export async function dataOf(response: Promise<ApiResponse>): Promise<any> {
  const { status, body } = await response
  assert(status < 300, JSON.stringify(body))
  return body.data
}

/** Sends this many requests at the same time, in turn to each of these processes. */
export const atOnce = <Target extends Pick<Api, 'url'>, Result>(
  count: number,
  targets: Target[],
  send: (target: Target, index: number) => Promise<Result>,
): Promise<Result[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => send(targets[index % targets.length] as Target, index)),
  )

/** Asserts that this many of several requests succeeded; returns the others. */
export function allRefusedBut<Response extends { status: number }>(
  succeeded: number,
  responses: Response[],
): Response[] {
  const refused = responses.filter(({ status }) => status >= 300)
  assert.equal(responses.length - refused.length, succeeded)
  return refused
}
