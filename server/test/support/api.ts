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
  return {
    url,
    request,
    get: (path, token) => request('GET', path, token ? { token } : {}),
    post: (path, body, token) => request('POST', path, token ? { token, body } : { body }),
  }
}

/** Sends a request that must succeed; resolves to its data. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
export async function dataOf(response: Promise<ApiResponse>): Promise<any> {
  const { status, body } = await response
  assert(status < 300, JSON.stringify(body))
  return body.data
}
