import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** A fifth of the weight of other threads when processors are scarce. */
const NICENESS = 7

/** Lets the other threads go first. On Linux a thread has a priority of its own; elsewhere it keeps that of the process. */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW))
  } catch {
    // The thread works as well without it.
  }
}
