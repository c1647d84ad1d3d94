import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'

export type Print = (line: string) => void

/** The environment and the streams of a process. */
export type Host = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable
}

/** What a command gets from its process. It leaves its exit code here. */
export type Run = Host & { print: Print; printError: Print; exitCode: number }

export function newRun(host: Host): Run {
  const { env, stdout, stderr } = host
  const { log: print, error: printError } = new Console(stdout, stderr)
  return {
    env,
    // A process opens its input when it is first asked for it.
    get stdin() {
      return host.stdin
    },
    stdout,
    stderr,
    print,
    printError,
    exitCode: 0,
  }
}

/** Prints lines about the work; with `--json`, standard output is for the data alone. */
export const printer = ({ print, printError }: Run, isJson = false): Print => (isJson ? printError : print)

/** One line, so that a stream of them can be read line by line. */
export function printJson({ print }: Run, data: unknown): void {
  print(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
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

/** Aligns all columns but the first to the right. */
export function amounts(rows: string[][]): string {
  const columns = Math.max(...rows.map(({ length }) => length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return table(
    rows.map((row) =>
      Array.from({ length: columns }, (_, column) => {
        const cell = row[column] ?? ''
        return column === 0 ? cell : cell.padStart(widths[column] ?? 0)
      }),
    ),
  )
}
