import { stringify } from 'csv-stringify/sync'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'

/** Spreadsheets skip invisible characters before a formula, and read full-width signs like plain ones. */
const SIGN = '[=+\\-@＝＋－＠]'
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cf}]*${SIGN})`, 'u')
/** May stand between a separator and a formula. Separators are left out, so that a cell is looked at once. */
const SKIPPED = '[^\\S\\t\\r\\n]|\\p{Cf}'
/**
 * Matches where a formula would begin if the file was read with another separator: our quotes then stand
 * within a cell, and protect nothing.
 */
const INNER_FORMULA = new RegExp(
  `(?<=[;\\t\\r\\n])(?=(?:${SKIPPED}|")*${SIGN})|(?<=,)(?=(?:${SKIPPED})*${SIGN})`,
  'gu',
)

/** Escapes what a spreadsheet would read as a formula: the cell, and each part that one may split off. */
export const escapedCell = (cell: string): string =>
  `${FORMULA.test(cell) ? "'" : ''}${cell.replaceAll(INNER_FORMULA, "'")}`

/** Begins with a byte order mark, so that spreadsheets read the file as UTF-8. */
export const csvHeader = (names: string[]): string => stringify([names], { bom: true })

/** A line for each row. Text is escaped, numbers are not. */
export async function csvText<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => (string | number)[],
): Promise<string> {
  const lines = await mapInSlices(rows, (row) =>
    stringify([cellsOf(row).map((cell) => (typeof cell === 'string' ? escapedCell(cell) : cell))]),
  )
  return lines.join('')
}
