export type Failpoint = { name: string; count: number }

let armed: Failpoint | undefined

/** For tests of what a crash leaves behind: the process is to die when it comes to this point for the count-th time. */
export function armFailpoint(point: Failpoint | undefined): void {
  armed = point && { ...point }
}

/** A named point at which a test can have the process die, as if the machine had failed. */
export function failpoint(name: string): void {
  if (armed?.name !== name) return
  armed.count -= 1
  if (armed.count === 0) process.kill(process.pid, 'SIGKILL')
}

/** The same for a moment when what was sent is on its way and not yet answered. */
export function failpointOnceSent(name: string): void {
  if (armed?.name === name) setImmediate(() => failpoint(name))
}
