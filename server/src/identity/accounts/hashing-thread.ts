import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashingTask } from './hashing-threads.ts'

/** A fifth of the weight of other threads when processors are scarce: enough to sign in on a busy machine. */
const NICENESS = 7

/** On Linux a thread has a priority of its own. Elsewhere it keeps that of the process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW))
  } catch {
    // Hashing works as well without it.
  }
}

lowerPriority()
parentPort?.on('message', (task: HashingTask) => {
  const { password } = task
  parentPort?.postMessage(
    task.kind === 'hash' ? hashSync(password, task.cost) : verifySync(task.passwordHash, password),
  )
})
