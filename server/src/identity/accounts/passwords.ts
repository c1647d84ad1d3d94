import { availableParallelism } from 'node:os'
import { unavailable } from '../../runtime/failure.ts'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import { createFairQueue } from '../../runtime/queues/fair-queue.ts'
import { createHashingThreads, type HashingCost } from './hashing-threads.ts'

const COSTS = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} satisfies Record<string, HashingCost>

/** Verified in place of an unknown account's hash, so that refusing it takes as long as a wrong password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGF1cmVsLW5vLW9uZS4uLg$8cR7dbJgIwyWJ3Q3mZ2c8sCqT1l0nCk0dJkq3p3o3Kk'

const RETRY_AFTER_SECONDS = 2

/** Each hash occupies a processor. */
const HASHED_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
/** One more reads its account while the others are hashed. Those waiting take a second or two. */
const AT_ONCE = HASHED_AT_ONCE + 1
const WAITING_MAX = 40
/** How many passwords are checked or wait before the next one is refused. */
export const CHECKING_MAX = AT_ONCE + WAITING_MAX

/** Shares are by address or account; none can take the queue from the others. */
export const passwordQueue = createFairQueue({
  atOnce: AT_ONCE,
  waitingMax: WAITING_MAX,
  refused: () =>
    unavailable('Too many passwords are being checked; try again in a moment.', RETRY_AFTER_SECONDS),
})

const threads = createHashingThreads()
const limited = limitConcurrency(HASHED_AT_ONCE)

let cost: HashingCost = COSTS.full

/** Sets what a new hash costs in this process; the service does so when it starts. */
export function setPasswordHashing(name: keyof typeof COSTS): void {
  cost = COSTS[name]
}

export const hashPassword = (password: string, by: string): Promise<string> =>
  passwordQueue.run(by, () => limited(() => threads.hash(password, cost)))

/** Call it within the queue, after counting the try. */
export function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  return limited(
    async () =>
      (await threads.verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, password)) && passwordHash != null,
  )
}
