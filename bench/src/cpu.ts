import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of processor time. The load process is not counted as a server. */
export type Cpu = { server?: number | undefined; database: number }

/** Linux counts processor time in ticks of a hundredth of a second. */
const MICROSECONDS_PER_TICK = 10_000

type ProcessTime = { pid: number; parent: number; own: number; ended: number }

/**
 * The processor time of a server and of a database, each with the processes it started; the database may be one
 * of the server's. Undefined where /proc is missing.
 */
export function cpuOf(serverPid: number | undefined, databasePid: number): Cpu | undefined {
  const times = readTimes()
  const timeOf = (root: number, except?: number): number | undefined => {
    const first = times.get(root)
    if (!first) return undefined
    let sum = first.own + first.ended
    for (const { pid, parent } of times.values())
      if (parent === root && pid !== except) sum += timeOf(pid, except) ?? 0
    return sum
  }
  const database = timeOf(databasePid)
  if (database === undefined) return undefined
  return { server: serverPid === undefined ? undefined : timeOf(serverPid, databasePid), database }
}

function readTimes(): Map<number, ProcessTime> {
  const times = new Map<number, ProcessTime>()
  for (const name of processNames()) {
    const time = readTime(Number(name))
    if (time) times.set(time.pid, time)
  }
  return times
}

function processNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function readTime(pid: number): ProcessTime | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name, in brackets, may have spaces in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (index: number) => Number(fields[index]) * MICROSECONDS_PER_TICK
  return { pid, parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
}
