import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { purgeRows } from '../../storage/database/purge.ts'

/**
 * Revokes the access tokens of sessions, secrets and grants. Every process refuses them within two seconds.
 */
export function revokeTokens(tx: Tx, ids: string[]): void {
  if (ids.length === 0) return
  tx.send(sql`
    insert into revocations (id, revoked_at)
    select id, clock_timestamp()
    from unnest(${ids}::text[]) as id
    on conflict (id) do nothing`)
}

/** Returns those of these sessions, secrets, grants and single tokens that are revoked. */
export async function findRevoked(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from revocations
    where id = any(${ids}::text[])`)
  return rows.map((row) => row.id)
}

/** The sessions and grants revoked in the last seconds. */
export async function listRevocations(db: Db, seconds: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from revocations
    where revoked_at > clock_timestamp() - make_interval(secs => ${seconds})`)
  return rows.map((row) => row.id)
}

/** Deletes revocations that are older than any access token. */
export async function deleteRevocations(db: Db, seconds: number): Promise<void> {
  await purgeRows(db, {
    table: sql`revocations`,
    isExpired: sql`revoked_at < now() - make_interval(secs => ${seconds})`,
    order: sql`revoked_at`,
    key: sql`id`,
  })
}
