import type { Failpoint } from '../settings/parsers.ts'

let armed: Failpoint | undefined

/** Kills the process when it reaches this point for the count-th time, for crash tests. */
export function armFailpoint(point: Failpoint | undefined): void {
  armed = point && { ...point }
}

/** A named point where a test can kill the process, as if the machine had failed. */
export function failpoint(name: Failpoint['name']): void {
  if (armed?.name !== name) return
  armed.count -= 1
  if (armed.count === 0) process.kill(process.pid, 'SIGKILL')
}

/** Works as `failpoint` does, after the data written so far is sent and before its response arrives. */
export function failpointOnceSent(name: Failpoint['name']): void {
  if (armed?.name === name) setImmediate(() => failpoint(name))
}
