const NUMBER = /^-?\d+(\.\d+)?$/
/** Spreadsheets read a cell that begins so as a formula, also after invisible characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

/** A file for spreadsheets of lines, with a byte order mark so that they read it as UTF-8. */
export const csvFile = (lines: string[]): Blob => new Blob(['\uFEFF', ...lines], { type: 'text/csv' })

/** The same of rows. */
export const csvOf = (rows: (string | null)[][]): Blob => csvFile(rows.map(csvLine))

/** What looks like a formula is escaped. */
export const csvLine = (cells: (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\n`

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
