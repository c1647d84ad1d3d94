import type { Progress } from './dump-tables.ts'

const INTERVAL_MS = 5_000

/** Prints how far long work is, every few seconds. */
export function printProgress(print: (line: string) => void): (progress: Progress) => void {
  let nextAt = performance.now() + INTERVAL_MS
  return ({ table, rows, bytes }) => {
    if (performance.now() < nextAt) return
    nextAt = performance.now() + INTERVAL_MS
    print(`  ${table}: ${rows.toLocaleString('en')} rows so far, ${megabytes(bytes)}`)
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** The size of work and how fast it went. */
export function pace({ rows, bytes }: { rows: number; bytes: number }, startedAt: number): string {
  const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001)
  const perSecond = (bytes / 1e6 / seconds).toFixed(1)
  return `${rows.toLocaleString('en')} rows, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s (${perSecond} MB/s)`
}
