import { type Db, sql, type Tx } from '../database/database.ts'

export async function insertPasswordLink(
  tx: Tx,
  link: { tokenHash: Buffer; userId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into password_links (token_hash, user_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.userId}, ${now}, ${link.expiresAt})`)
}

export async function isPasswordLinkGood(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db.first(sql`
    select 1 as one
    from password_links
    where token_hash = ${tokenHash} and expires_at > ${now}`)
  return row !== undefined
}

/** Spends a link; of any number of tries at once, one gets its user. */
export async function takePasswordLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx.first<{ userId: string }>(sql`
    delete from password_links
    where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id as "userId"`)
  return row?.userId
}

export async function deletePasswordLinks(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    delete from password_links
    where user_id = ${userId}`)
}

/** Removes links whose time is over. */
export async function purgePasswordLinks(db: Db, now: Date): Promise<void> {
  await db.run(sql`
    delete from password_links
    where expires_at <= ${now}`)
}
