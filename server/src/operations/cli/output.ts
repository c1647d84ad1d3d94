export type Print = (line: string) => void

/** Prints lines about the work; with `--json`, standard output is for the data alone. */
export const printer = (isJson: boolean): Print =>
  isJson ? (line) => console.error(line) : (line) => console.log(line)

/** One line, so that a stream of them can be read line by line. */
export function printJson(data: unknown): void {
  console.log(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}

export function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (soFar, row) => row.map((cell, column) => Math.max(soFar[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
