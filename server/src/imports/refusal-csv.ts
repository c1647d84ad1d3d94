import { stringify } from 'csv-stringify/sync'
import { escapedCell } from '../http/csv-cell.ts'
import type { LineRefusal } from './import.ts'

/** With a byte order mark, so that spreadsheets read the file as UTF-8. */
export const REFUSALS_HEADER = stringify([['line', 'externalId', 'reason', 'problem']], { bom: true })

export const refusalLines = (refusals: LineRefusal[]): string =>
  stringify(
    refusals.map(({ line, externalId, reason, problem }) =>
      [String(line), externalId ?? '', reason, problem].map(escapedCell),
    ),
  )
