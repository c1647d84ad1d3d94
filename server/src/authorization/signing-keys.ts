import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Logger } from 'pino'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { poll } from '../process/poll.ts'
import { StartProblem } from '../process/start-problem.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, SIGNING_ALGORITHM } from './access-token.ts'
import {
  deleteSigningKeys,
  insertSigningKey,
  type KeyRow,
  listSigningKeys,
  lockSigningKeys,
} from './signing-key-store.ts'

/** A new key is read by every process before the first one signs with it. */
const LOOK_INTERVAL_MS = 10_000
const NOTICE_MS = 3 * LOOK_INTERVAL_MS
/** As long as a token that a key signed before it was replaced can still be good, and then some. */
const HONOURED_MS = 2 * ACCESS_TOKEN_LIFETIME_SECONDS * 1000

type SigningKey = { id: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }

/** The keys as they are now; they change while the service runs. */
export type SigningKeys = {
  /** The key that signs new tokens. */
  readonly current: SigningKey
  /** Every key that tokens may still be signed with, the current one first. */
  readonly all: readonly SigningKey[]
  find(id: string): SigningKey | undefined
  stop(): Promise<void>
}

/** Reads the signing keys, makes the first one on the first start, and follows their rotation. */
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
    for (const row of ordered) if (!known.has(row.id)) known.set(row.id, await openKey(row, encryption))
    all = ordered.map((row) => known.get(row.id) as SigningKey)
  }
  await use(await ensureSigningKey(database, encryption, now()))

  const look = async () => {
    try {
      await use(await listSigningKeys(database))
    } catch (err) {
      log.warn({ err }, 'the signing keys could not be read; the known ones stay in use')
    }
  }
  const looking = poll(LOOK_INTERVAL_MS, look)
  return {
    get current() {
      return all[0] as SigningKey
    },
    get all() {
      return all
    },
    find: (id) => all.find((key) => key.id === id),
    stop: () => looking.stop(),
  }
}

/** Adds a key that all processes will soon sign with, and removes those that no token needs any more. */
export async function rotateSigningKeys(
  database: Database,
  encryption: Encryption,
  now: Date,
): Promise<{ added: string; removed: number }> {
  return database.transaction(async (tx) => {
    await lockSigningKeys(tx)
    const rows = await listSigningKeys(tx)
    // What is sealed with another key could never be used by the service.
    for (const row of rows) await openKey(row, encryption)
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

/** The key that signs, then the others that are still honoured: newer ones that wait for their turn, and older ones whose tokens may be about. */
function inOrderOfUse(rows: KeyRow[], now: Date): KeyRow[] {
  const honoured = rows.filter((_, index) => {
    const successor = rows[index + 1]
    return !successor || successor.createdAt.getTime() > now.getTime() - HONOURED_MS
  })
  const signing =
    honoured.findLast((row) => row.createdAt.getTime() <= now.getTime() - NOTICE_MS) ?? honoured[0]
  return signing ? [signing, ...honoured.filter((row) => row !== signing)] : []
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

async function openKey(row: KeyRow, encryption: Encryption): Promise<SigningKey> {
  const jwk = openJwk(row, encryption)
  return {
    id: row.id,
    privateKey: await asKey(jwk),
    publicKey: await asKey(row.publicKey),
    jwk: { ...jwk, kid: row.id, alg: SIGNING_ALGORITHM, use: 'sig' },
  }
}

function openJwk(row: KeyRow, encryption: Encryption): JWK {
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
