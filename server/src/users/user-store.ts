import { type Db, sql, type Tx } from '../database/database.ts'
import type { User } from './user.ts'

export async function insertUser(tx: Tx, user: User, passwordHash: string | null): Promise<void> {
  await tx.run(sql`
    insert into users (id, tag, email, fullname, phone, country_code, password_hash, avatar, gender, date_of_birth,
      is_adult, from_partner, created_at, updated_at)
    values (${user.id}, ${user.tag}, ${user.email}, ${user.fullname}, ${user.phone}, ${user.countryCode},
      ${passwordHash}, ${user.avatar}, ${user.gender}, ${user.dateOfBirth},
      ${user.isAdult}, ${user.fromPartner}, ${user.createdAt}, ${user.createdAt})`)
}

export async function findUserIdByTag(db: Db, tag: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    select id
    from users
    where tag = ${tag}`)
  return row?.id
}

export async function findTaken(
  db: Db,
  { tag, email }: { tag: string; email: string | null },
): Promise<{ tag: boolean; email: boolean }> {
  const row = await db.first<{ tag: boolean; email: boolean }>(sql`
    select exists (select from users where tag = ${tag}) as tag,
      exists (select from users where lower(email) = lower(${email})) as email`)
  return row as { tag: boolean; email: boolean }
}

/** Those users whose tag public boards do not show: minors, and those who chose so. */
export async function findUnshownUsers(db: Db, userIds: string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from users
    where id = any(${userIds}::uuid[]) and (not is_adult or is_hidden)`)
  return new Set(rows.map((row) => row.id))
}

export async function updateHidden(tx: Tx, userId: string, isHidden: boolean, now: Date): Promise<void> {
  await tx.run(sql`
    update users
    set is_hidden = ${isHidden}, updated_at = ${now}
    where id = ${userId}`)
}
