import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Api } from './api.ts'

/** Sends headers that fetch would not let pass, such as the host. */
export function getWithHeaders(
  { url }: Pick<Api, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}${path}`, { headers, agent: false }, async (response) => {
      const received = new Headers()
      for (const [name, values = []] of Object.entries(response.headersDistinct))
        for (const value of values) received.append(name, value)
      resolve({ status: response.statusCode ?? 0, headers: received, text: await text(response) })
    })
      .on('error', reject)
      .end()
  })
}
