import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Database, type Db, sql, type Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { Seal } from '../platform/seal.ts'
import { StartProblem } from '../platform/start-problem.ts'

export const SIGNING_ALGORITHM = 'ES256'
const KEY_CREATION_LOCK = 7_216_554_302

export type SigningKeys = {
  /** The key that signs new tokens. */
  current: { id: string; privateKey: CryptoKey }
  /** Every key that tokens may still be signed with. */
  publicKeys: Map<string, CryptoKey>
}

type KeyRow = { id: string; privateKeySealed: Buffer; publicKey: JWK }

/** Reads the signing keys, and makes the first one on the first start; processes that start together agree on it. */
export async function loadSigningKeys(database: Database, seal: Seal, now: Date): Promise<SigningKeys> {
  const rows = await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${KEY_CREATION_LOCK})`)
    const existing = await selectKeys(tx)
    return existing.length > 0 ? existing : [await createKey(tx, seal, now)]
  })
  const publicKeys = new Map<string, CryptoKey>()
  for (const row of rows) publicKeys.set(row.id, await asKey(row.publicKey))
  const newest = rows.at(-1) as KeyRow
  return { current: { id: newest.id, privateKey: await asKey(openKey(newest, seal)) }, publicKeys }
}

async function selectKeys(db: Db): Promise<KeyRow[]> {
  return db.many<KeyRow>(sql`
    select id, private_key_sealed as "privateKeySealed", public_key as "publicKey"
    from signing_keys
    order by created_at, id`)
}

async function createKey(tx: Tx, seal: Seal, now: Date): Promise<KeyRow> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const row: KeyRow = {
    id: newId(),
    privateKeySealed: seal.seal(JSON.stringify(await exportJWK(privateKey))),
    publicKey: await exportJWK(publicKey),
  }
  await tx.run(sql`
    insert into signing_keys (id, private_key_sealed, public_key, created_at)
    values (${row.id}, ${row.privateKeySealed}, ${row.publicKey}, ${now})`)
  return row
}

function openKey(row: KeyRow, seal: Seal): JWK {
  try {
    return JSON.parse(seal.open(row.privateKeySealed))
  } catch (cause) {
    throw new StartProblem(
      'SECRET_KEY is not the one this database was set up with, so its signing keys cannot be read. Start with the key used before.',
      { cause },
    )
  }
}

const asKey = (jwk: JWK) => importJWK(jwk, SIGNING_ALGORITHM) as Promise<CryptoKey>
