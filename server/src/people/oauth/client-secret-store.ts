import type { ClientScope } from '../../identity/authorization/access.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'

export type ClientSecret = {
  id: string
  name: string
  scopes: readonly ClientScope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

const SECRET = sql`id, name, scopes, created_at, last_used_at, expires_at`

const isValidAt = (now: Date) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`

export async function listSecrets(db: Db, partnerId: string, now: Date): Promise<ClientSecret[]> {
  return db.many<ClientSecret>(sql`
    select ${SECRET}
    from client_secrets
    where partner_id = ${partnerId} and ${isValidAt(now)}
    order by id`)
}

export async function insertSecret(
  tx: Tx,
  secret: ClientSecret & { partnerId: string; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into client_secrets (id, partner_id, name, secret_hash, scopes, created_at, expires_at)
    values (${secret.id}, ${secret.partnerId}, ${secret.name}, ${secret.hash}, ${secret.scopes}::text[],
      ${secret.createdAt}, ${secret.expiresAt})`)
}

export async function endSecret(
  tx: Tx,
  { id, partnerId }: { id: string; partnerId: string },
  now: Date,
): Promise<ClientSecret | undefined> {
  return tx.first<ClientSecret>(sql`
    update client_secrets
    set revoked_at = ${now}
    where id = ${id} and partner_id = ${partnerId} and ${isValidAt(now)}
    returning ${SECRET}`)
}

export async function findValidSecret(
  db: Db,
  partnerId: string,
  hash: Buffer,
  now: Date,
): Promise<ClientSecret | undefined> {
  return db.first<ClientSecret>(sql`
    select ${SECRET}
    from client_secrets
    where secret_hash = ${hash} and partner_id = ${partnerId} and ${isValidAt(now)}`)
}

export async function touchSecret(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update client_secrets
    set last_used_at = ${now}
    where id = ${id}`)
}
