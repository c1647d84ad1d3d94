import { type Db, sql, type Tx } from '../database/database.ts'

export type ClientSecret = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

const SECRET = sql`id, name, created_at, last_used_at`

export async function listSecrets(db: Db, partnerId: string): Promise<ClientSecret[]> {
  return db.many<ClientSecret>(sql`
    select ${SECRET}
    from client_secrets
    where partner_id = ${partnerId} and revoked_at is null
    order by id`)
}

export async function insertSecret(
  tx: Tx,
  secret: { id: string; partnerId: string; name: string; hash: Buffer },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into client_secrets (id, partner_id, name, secret_hash, created_at)
    values (${secret.id}, ${secret.partnerId}, ${secret.name}, ${secret.hash}, ${now})`)
}

export async function endSecret(
  tx: Tx,
  { id, partnerId }: { id: string; partnerId: string },
  now: Date,
): Promise<ClientSecret | undefined> {
  return tx.first<ClientSecret>(sql`
    update client_secrets
    set revoked_at = ${now}
    where id = ${id} and partner_id = ${partnerId} and revoked_at is null
    returning ${SECRET}`)
}

export async function findValidSecret(
  db: Db,
  partnerId: string,
  hash: Buffer,
): Promise<ClientSecret | undefined> {
  return db.first<ClientSecret>(sql`
    select ${SECRET}
    from client_secrets
    where secret_hash = ${hash} and partner_id = ${partnerId} and revoked_at is null`)
}

export async function touchSecret(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update client_secrets
    set last_used_at = ${now}
    where id = ${id}`)
}
