import { hash, verify } from '@node-rs/argon2'

const HASHES_AT_ONCE_MAX = 2
const COSTS = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
}
/** A hash of no password, so that an unknown account takes as long to refuse as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGF1cmVsLW5vLW9uZS4uLg$8cR7dbJgIwyWJ3Q3mZ2c8sCqT1l0nCk0dJkq3p3o3Kk'

let cost = COSTS.full
let running = 0
const waiting: (() => void)[] = []

/** Hashing takes a thread of the few that Node has, so only a few hashes run at once and the rest of the service keeps its threads. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

/** Sets what a new hash costs in this process. The service does so when it starts. */
export function setPasswordHashing(name: keyof typeof COSTS): void {
  cost = COSTS[name]
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

export function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  return inTurn(async () => (await verify(passwordHash ?? NOBODYS_HASH, password)) && passwordHash != null)
}
