import { type Db, sql } from '../platform/database.ts'

export async function findSignIn(
  db: Db,
  login: string,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db.first(sql`
    select id, password_hash as "passwordHash"
    from users
    where (tag = ${login} or lower(email) = ${login}) and email_verified_at is not null`)
}
