const NUMBER = /^-?\d+(\.\d+)?$/
/** What a spreadsheet would read as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A line of a CSV file. A text that a spreadsheet would run begins with an apostrophe. */
export const csvLine = (cells: (string | null)[]): string =>
  `${cells
    .map((cell) => cell ?? '')
    .map((cell) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`
