import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../process/concurrency-limit.ts'

const COSTS = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}

/** Verified in place of an unknown account's hash, so that refusing it takes as long as a wrong password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGF1cmVsLW5vLW9uZS4uLg$8cR7dbJgIwyWJ3Q3mZ2c8sCqT1l0nCk0dJkq3p3o3Kk'

/** Each hash occupies one of Node's few threads, which other work needs too. */
const limited = limitConcurrency(2)

let cost = COSTS.full

/** Sets what a new hash costs in this process; the service does so when it starts. */
export function setPasswordHashing(name: keyof typeof COSTS): void {
  cost = COSTS[name]
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, cost))

export function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  return limited(
    async () => (await verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, password)) && passwordHash != null,
  )
}
