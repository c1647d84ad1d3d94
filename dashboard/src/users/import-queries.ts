import type { Import } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel, PATIENT } from '../api/laurel.ts'
import { cursorQuery } from '../api/paging.ts'
import { saveFile } from '../components/save-file.ts'

const PROGRESS_MS = 1_000
const REFUSALS_PER_PAGE = 20

export const isUnfinished = ({ status }: Import): boolean => status === 'running' || status === 'receiving'

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: async () => laurel.imports.list(),
  refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? PROGRESS_MS : false),
})

/** The key has the number of refused lines, so that those of a running import are read again. */
export const refusalsQuery = ({ id, refused }: Import) =>
  cursorQuery(['imports', id, refused], (cursor: string | undefined) =>
    laurel.imports.refused(id, { limit: REFUSALS_PER_PAGE, cursor }),
  )

/** The refused lines as a file. */
export async function downloadRefusals({ id }: Import): Promise<void> {
  const response = await laurel.imports.exportRefused(id, PATIENT)
  saveFile(await response.blob(), `refused-lines-${id}.csv`)
}

/** Sends a file as it is. The key makes a retry go on with it. */
export const sendImport = (file: File, key: { idempotencyKey: string }) =>
  laurel.imports.create(file, { ...key, format: /\.csv$/i.test(file.name) ? 'csv' : 'ndjson' })
