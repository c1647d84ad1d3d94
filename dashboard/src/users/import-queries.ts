import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, failureOf } from '../api/client.ts'
import type { IdempotencyKey } from '../api/idempotency.ts'
import { cursorQuery } from '../api/paging.ts'
import type { DataOf } from '../api/types.ts'
import { saveFile } from '../components/save-file.ts'

export type Import = DataOf<'readImport'>

const PROGRESS_MS = 1_000
const REFUSALS_PER_PAGE = 20

export const isUnfinished = ({ status }: Import): boolean => status === 'running' || status === 'receiving'

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: () => dataOf(api.GET('/api/v1/laas/imports')),
  refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? PROGRESS_MS : false),
})

/** With the number of refused lines, so that those of a running import are read again. */
export const refusalsQuery = ({ id, refused }: Import) =>
  cursorQuery(['imports', id, refused], (cursor: string | undefined) =>
    dataOf(
      api.GET('/api/v1/laas/imports/{id}/refused', {
        params: { path: { id }, query: { limit: REFUSALS_PER_PAGE, ...(cursor && { cursor }) } },
      }),
    ),
  )

/** The refused lines as a file. */
export async function downloadRefusals({ id }: Import): Promise<void> {
  const { data, error, response } = await api.GET('/api/v1/laas/imports/{id}/refused/export', {
    params: { path: { id } },
    parseAs: 'blob',
  })
  if (!data) throw failureOf(error, response)
  saveFile(data, `refused-lines-${id}.csv`)
}

export const cancelImport = ({ id }: Import) =>
  dataOf(api.POST('/api/v1/laas/imports/{id}/cancel', { params: { path: { id } } }))

/** Sends a file as it is. The key makes a retry go on with it. */
export function sendImport(file: File, { headers }: IdempotencyKey) {
  const type = /\.csv$/i.test(file.name) ? 'text/csv' : 'application/x-ndjson'
  return dataOf(
    api.POST('/api/v1/laas/imports', {
      // The document knows the text of a file; the browser sends it without reading it into memory.
      body: file as unknown as string,
      bodySerializer: (body) => body as unknown as string,
      headers: { ...headers, 'content-type': type },
    }),
  )
}
