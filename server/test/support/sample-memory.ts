import { appendFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** A process at one moment; the heap after a full collection. */
export type MemorySample = {
  program: string
  pid: number
  at: number
  rss: number
  heap: number
  external: number
  files: number
}

/** Loaded into a process with `--import`, writes a line into this file each time the interval has passed. */
const { SAMPLES_FILE, SAMPLES_SECONDS } = process.env

if (isMainThread && SAMPLES_FILE && process.argv[1]) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const sample = () => {
    collectGarbage()
    const { rss, heapUsed, external } = process.memoryUsage()
    const taken: MemorySample = {
      program: basename(process.argv[1] as string),
      pid: process.pid,
      at: Date.now(),
      rss,
      heap: heapUsed,
      external,
      files: countOpenFiles(),
    }
    appendFileSync(SAMPLES_FILE, `${JSON.stringify(taken)}\n`)
  }
  setInterval(sample, Number(SAMPLES_SECONDS) * 1000).unref()
}

/** Files and sockets; where /proc is missing, what keeps the event loop alive. */
function countOpenFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return process.getActiveResourcesInfo().length
  }
}
