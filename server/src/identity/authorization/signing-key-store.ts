import type { JWK } from 'jose'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'

export type KeyRow = { id: string; encryptedPrivateKey: Buffer; publicKey: JWK; createdAt: Date }

const SIGNING_KEYS_LOCK = 7_216_554_302

/** Processes that add or remove signing keys wait for each other. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${SIGNING_KEYS_LOCK})`)
}

/** Oldest first. */
export async function listSigningKeys(db: Db): Promise<KeyRow[]> {
  return db.many<KeyRow>(sql`
    select id, encrypted_private_key, public_key, created_at
    from signing_keys
    order by created_at, id`)
}

export async function insertSigningKey(tx: Tx, key: KeyRow): Promise<void> {
  await tx.run(sql`
    insert into signing_keys (id, encrypted_private_key, public_key, created_at)
    values (${key.id}, ${key.encryptedPrivateKey}, ${key.publicKey}, ${key.createdAt})`)
}

export async function deleteSigningKeys(tx: Tx, ids: string[]): Promise<void> {
  await tx.run(sql`
    delete from signing_keys
    where id = any(${ids}::text[])`)
}
