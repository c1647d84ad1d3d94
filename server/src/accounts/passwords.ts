import { hash, verify } from '@node-rs/argon2'

const HASHES_AT_ONCE_MAX = 2
/** Verified in place of an unknown account's hash, so that refusing it takes as long as a wrong password. */
const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGF1cmVsLW5vLW9uZS4uLg$8cR7dbJgIwyWJ3Q3mZ2c8sCqT1l0nCk0dJkq3p3o3Kk'

let running = 0
const waiting: (() => void)[] = []

/**
 * Limits how many hashes run at once: each occupies one of Node's few threads, which other work needs too.
 */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

export function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  return limitConcurrency(
    async () => (await verify(passwordHash ?? UNKNOWN_ACCOUNT_HASH, password)) && passwordHash != null,
  )
}
