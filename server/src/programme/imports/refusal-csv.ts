import { csvHeader, csvText } from '../../http/responses/csv.ts'
import type { LineRefusal } from './import.ts'

export const REFUSALS_HEADER = csvHeader(['line', 'externalId', 'reason', 'problem'])

export const refusalLines = (refusals: LineRefusal[]): Promise<string> =>
  csvText(refusals, ({ line, externalId, reason, problem }) => [
    String(line),
    externalId ?? '',
    reason,
    problem,
  ])
