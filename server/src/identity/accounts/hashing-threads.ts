import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type HashingCost = { memoryCost: number; timeCost: number; parallelism: number }

export type HashingTask =
  | { kind: 'hash'; password: string; cost: HashingCost }
  | { kind: 'verify'; password: string; passwordHash: string }

/**
 * Hashes passwords in threads that let requests and the database go first. A thread is started when all
 * others are in use, and does one task at a time. One that fails is not used again.
 */
export function createHashingThreads() {
  const idle: Worker[] = []

  async function run(task: HashingTask): Promise<unknown> {
    const thread = idle.pop() ?? new Worker(new URL('./hashing-thread.ts', import.meta.url))
    thread.ref()
    thread.postMessage(task)
    const [result] = await once(thread, 'message')
    thread.unref()
    idle.push(thread)
    return result
  }

  return {
    hash: (password: string, cost: HashingCost) => run({ kind: 'hash', password, cost }) as Promise<string>,
    verify: (passwordHash: string, password: string) =>
      run({ kind: 'verify', password, passwordHash }) as Promise<boolean>,
  }
}
