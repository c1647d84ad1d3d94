import { type Db, sql, type Tx } from '../database/database.ts'
import { purgeByFunction } from '../database/purge.ts'
import type { User } from './user.ts'

export async function insertUser(tx: Tx, user: User, passwordHash: string | null): Promise<void> {
  await tx.run(sql`
    insert into users (id, tag, email, fullname, phone, country_code, password_hash, avatar, gender, date_of_birth,
      is_adult, from_partner, referred_by, created_at, updated_at)
    values (${user.id}, ${user.tag}, ${user.email}, ${user.fullname}, ${user.phone}, ${user.countryCode},
      ${passwordHash}, ${user.avatar}, ${user.gender}, ${user.dateOfBirth},
      ${user.isAdult}, ${user.fromPartner}, ${user.referrer?.id ?? null}, ${user.createdAt}, ${user.createdAt})`)
}

/** Finds a user and keeps the account from being purged until the transaction ends. */
export async function holdUserIdByTag(tx: Tx, tag: string): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(sql`
    select id
    from users
    where tag = ${tag}
    for key share`)
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

/** Returns whether public boards leave out the tag, as they always do for users who are not adults. */
export async function updateHidden(tx: Tx, userId: string, isHidden: boolean, now: Date): Promise<boolean> {
  const user = await tx.first<{ isHidden: boolean }>(sql`
    update users
    set is_hidden = ${isHidden}, updated_at = ${now}
    where id = ${userId}
    returning not is_adult or is_hidden as is_hidden`)
  return user?.isHidden ?? true
}

/** Deletes accounts that were never used; the schema says which. */
export function purgeUnusedUsers(db: Db, end: Date): Promise<void> {
  return purgeByFunction(db, sql`purge_unused_users`, end)
}
