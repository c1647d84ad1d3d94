import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../http/failure.ts'
import { createFairQueue } from '../process/fair-queue.ts'

const COSTS = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}

/** Verified in place of an unknown account's hash, so that refusing it takes as long as a wrong password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGF1cmVsLW5vLW9uZS4uLg$8cR7dbJgIwyWJ3Q3mZ2c8sCqT1l0nCk0dJkq3p3o3Kk'

const RETRY_AFTER_SECONDS = 2

/** Each hash occupies a processor and one of Node's few threads. Those waiting take a second or two. */
const HASHED_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const WAITING_MAX = 40
/** How many passwords are hashed or wait before the next one is refused. */
export const HASHING_MAX = HASHED_AT_ONCE + WAITING_MAX

export const passwordQueue = createFairQueue({
  atOnce: HASHED_AT_ONCE,
  waitingMax: WAITING_MAX,
  refused: () =>
    unavailable('Too many passwords are being checked; try again in a moment.', RETRY_AFTER_SECONDS),
})

let cost = COSTS.full

/** Sets what a new hash costs in this process; the service does so when it starts. */
export function setPasswordHashing(name: keyof typeof COSTS): void {
  cost = COSTS[name]
}

/** `by` is the address or the account that asks; none can take the queue from the others. */
export const hashPassword = (password: string, by: string): Promise<string> =>
  passwordQueue.run(by, () => hash(password, cost))

export function verifyPassword(
  password: string,
  passwordHash: string | null | undefined,
  by: string,
): Promise<boolean> {
  return passwordQueue.run(
    by,
    async () => (await verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, password)) && passwordHash != null,
  )
}
