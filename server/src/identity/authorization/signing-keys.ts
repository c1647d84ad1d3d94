import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Logger } from 'pino'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { poll } from '../../runtime/process/poll.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Database } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, SIGNING_ALGORITHM } from './access-token.ts'
import {
  deleteSigningKeys,
  insertSigningKey,
  type KeyRow,
  listSigningKeys,
  lockSigningKeys,
} from './signing-key-store.ts'

const POLL_INTERVAL_MS = 10_000
/** No process signs with a new key before every process knows it. */
const UNUSED_MS = 3 * POLL_INTERVAL_MS
/** A replaced key is kept for longer than any token that it signed. */
const KEPT_MS = 2 * ACCESS_TOKEN_LIFETIME_SECONDS * 1000

type SigningKey = { id: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }

/** The keys change while the service runs. */
export type SigningKeys = {
  readonly current: SigningKey
  /** Every key that valid tokens may be signed with, the current one first. */
  readonly all: readonly SigningKey[]
  find(id: string): SigningKey | undefined
  stop(): Promise<void>
}

/** Reads the signing keys, creates the first one on the first start, and follows their rotation. */
export async function watchSigningKeys({
  database,
  encryption,
  now,
  log,
}: {
  database: Database
  encryption: Encryption
  now: () => Date
  log: Pick<Logger, 'warn'>
}): Promise<SigningKeys> {
  const known = new Map<string, SigningKey>()
  let all: SigningKey[] = []

  async function use(rows: KeyRow[]): Promise<void> {
    const ordered = inOrderOfUse(rows, now())
    for (const row of ordered) if (!known.has(row.id)) known.set(row.id, await decryptKey(row, encryption))
    all = ordered.map((row) => known.get(row.id) as SigningKey)
  }
  await use(await ensureSigningKey(database, encryption, now()))

  const reload = async () => {
    try {
      await use(await listSigningKeys(database))
    } catch (err) {
      log.warn({ err }, 'reading the signing keys failed; the known keys stay in use')
    }
  }
  const polling = poll(POLL_INTERVAL_MS, reload)
  return {
    get current() {
      return all[0] as SigningKey
    },
    get all() {
      return all
    },
    find: (id) => all.find((key) => key.id === id),
    stop: () => polling.stop(),
  }
}

/** Adds a key that all processes will soon sign with, and removes keys that no valid token needs. */
export async function rotateSigningKeys(
  database: Database,
  encryption: Encryption,
  now: Date,
): Promise<{ added: string; removed: number }> {
  return database.transaction(async (tx) => {
    await lockSigningKeys(tx)
    const rows = await listSigningKeys(tx)
    // Fails if SECRET_KEY is not the service's: it could not use a key that was encrypted with another.
    for (const row of rows) await decryptKey(row, encryption)
    const added = await makeKey(encryption, now)
    await insertSigningKey(tx, added)
    const needed = inOrderOfUse([...rows, added], now).map((row) => row.id)
    const retired = rows.filter((row) => !needed.includes(row.id)).map((row) => row.id)
    await deleteSigningKeys(tx, retired)
    return { added: added.id, removed: retired.length }
  })
}

/** Processes that start together agree on the first key. */
function ensureSigningKey(database: Database, encryption: Encryption, now: Date): Promise<KeyRow[]> {
  return database.transaction(async (tx) => {
    await lockSigningKeys(tx)
    const rows = await listSigningKeys(tx)
    if (rows.length > 0) return rows
    const first = await makeKey(encryption, now)
    await insertSigningKey(tx, first)
    return [first]
  })
}

/**
 * The key that signs, then newer ones that do not sign yet, and older ones whose tokens may still be valid.
 */
function inOrderOfUse(rows: KeyRow[], now: Date): KeyRow[] {
  const usable = rows.filter((_, index) => {
    const successor = rows[index + 1]
    return !successor || successor.createdAt.getTime() > now.getTime() - KEPT_MS
  })
  const signing = usable.findLast((row) => row.createdAt.getTime() <= now.getTime() - UNUSED_MS) ?? usable[0]
  return signing ? [signing, ...usable.filter((row) => row !== signing)] : []
}

async function makeKey(encryption: Encryption, now: Date): Promise<KeyRow> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  return {
    id: newId(),
    encryptedPrivateKey: encryption.encrypt(JSON.stringify(await exportJWK(privateKey))),
    publicKey: await exportJWK(publicKey),
    createdAt: now,
  }
}

async function decryptKey(row: KeyRow, encryption: Encryption): Promise<SigningKey> {
  const jwk = decryptJwk(row, encryption)
  return {
    id: row.id,
    privateKey: await asKey(jwk),
    publicKey: await asKey(row.publicKey),
    jwk: { ...jwk, kid: row.id, alg: SIGNING_ALGORITHM, use: 'sig' },
  }
}

function decryptJwk(row: KeyRow, encryption: Encryption): JWK {
  try {
    return JSON.parse(encryption.decrypt(row.encryptedPrivateKey))
  } catch (cause) {
    throw new StartProblem(
      'SECRET_KEY is not the one this database was set up with, so its signing keys cannot be read. Start with the key used before.',
      { cause },
    )
  }
}

const asKey = (jwk: JWK) => importJWK(jwk, SIGNING_ALGORITHM) as Promise<CryptoKey>
