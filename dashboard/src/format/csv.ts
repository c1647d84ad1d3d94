const NUMBER = /^-?\d+(\.\d+)?$/
/** Spreadsheets read a cell that begins so as a formula, also after invisible characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

/** A file for spreadsheets, with a byte order mark so that they read it as UTF-8. What looks like a formula is escaped. */
export const csvOf = (rows: string[][]): Blob => csvFile(rows.map((row) => csvLine(row)))

/** The same of lines that are made one by one. */
export const csvFile = (lines: string[]): Blob => new Blob(['\uFEFF', ...lines], { type: 'text/csv' })

export const csvLine = (cells: (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\n`

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
