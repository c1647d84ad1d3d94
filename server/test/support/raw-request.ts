import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Api } from './api.ts'
import type { ApiResponse } from './api-response.ts'

type RawResponse = { status: number; headers: Headers; text: string }

/** Sends headers that fetch would not let pass, such as the host. */
export function getWithHeaders(
  { url }: Pick<Api, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}${path}`, { headers, agent: false }, (response) => resolve(read(response)))
      .on('error', reject)
      .end()
  })
}

/**
 * Announces the size of its JSON and sends none of it: a server that refuses the size closes the connection,
 * and bytes in transit could destroy the response.
 */
export async function announceBody(
  { url }: Pick<Api, 'url'>,
  path: string,
  { method = 'POST', token, bytes }: { method?: string; token?: string; bytes: number },
): Promise<ApiResponse> {
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const request = httpRequest(`${url}${path}`, { method, headers, agent: false })
  try {
    const response = await new Promise<RawResponse>((resolve, reject) => {
      request.on('response', (received) => resolve(read(received))).on('error', reject)
      request.flushHeaders()
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(response.text) }
  } finally {
    request.destroy()
  }
}

async function read(response: IncomingMessage): Promise<RawResponse> {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value)
  return { status: response.statusCode ?? 0, headers, text: await text(response) }
}
