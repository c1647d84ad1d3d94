/** Spreadsheets skip invisible characters before a formula, and read full-width signs like plain ones. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

/** Escapes a cell that a spreadsheet would read as a formula. */
export const escapedCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)
