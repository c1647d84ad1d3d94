import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { lowerThreadPriority } from '../../runtime/process/thread-priority.ts'
import type { HashingTask } from './hashing-threads.ts'

// A fifth of the weight is enough to sign in on a busy machine.
lowerThreadPriority()
parentPort?.on('message', (task: HashingTask) => {
  const { password } = task
  parentPort?.postMessage(
    task.kind === 'hash' ? hashSync(password, task.cost) : verifySync(task.passwordHash, password),
  )
})
