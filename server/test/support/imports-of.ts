import assert from 'node:assert/strict'
import { type Api, dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { waitUntil } from './wait-until.ts'

export const IMPORTS = '/api/v1/laas/imports'

type ImportOptions = { token: string; key?: string; type?: string }

export const sendImport = (
  api: Api,
  body: string,
  { token, key, type = 'application/x-ndjson' }: ImportOptions,
): Promise<ApiResponse> =>
  api.request('POST', IMPORTS, {
    token,
    body,
    headers: { 'content-type': type, ...(key && { 'idempotency-key': key }) },
  })

export const ndjson = (lines: object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Waits until an import is finished; resolves to it. */
export async function finished(api: Api, id: string, token: string) {
  let data = await dataOf(api.get(`${IMPORTS}/${id}`, token))
  await waitUntil(async () => {
    data = await dataOf(api.get(`${IMPORTS}/${id}`, token))
    return data.status !== 'running'
  }, 'the import is finished')
  assert.equal(data.status, 'finished')
  return data
}

/** Sends a file that must be received, and waits until it is worked off. */
export async function importAll(api: Api, body: string, options: ImportOptions) {
  const { id } = await dataOf(sendImport(api, body, options))
  return finished(api, id, options.token)
}
