import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of processor time. */
export type Cpu = { server: number; database: number }

/** Linux counts processor time in ticks of a hundredth of a second. */
const MICROSECONDS_PER_TICK = 10_000

type ProcessTime = { parent: number; own: number; ended: number }

/** The processor time of a server and of a database with all its processes; undefined where /proc is missing. */
export function cpuOf(serverPid: number, databasePid: number): Cpu | undefined {
  const server = timeOf(serverPid)
  const database = timeOf(databasePid)
  if (!server || !database) return undefined
  let ofConnections = 0
  for (const name of readdirSync('/proc')) {
    const time = /^\d+$/.test(name) ? timeOf(Number(name)) : undefined
    if (time?.parent === databasePid) ofConnections += time.own
  }
  return { server: server.own, database: database.own + database.ended + ofConnections }
}

function timeOf(pid: number): ProcessTime | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name, in brackets, may have spaces in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (index: number) => Number(fields[index]) * MICROSECONDS_PER_TICK
  return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
}
