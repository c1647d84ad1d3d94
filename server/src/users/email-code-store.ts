import { type Db, sql, type Tx } from '../database/database.ts'
import { purgeRows } from '../database/purge.ts'

/** Stores a code. For an unknown account the statement runs and writes nothing, so its time tells nothing. */
export async function saveEmailCode(
  tx: Tx,
  code: { userId: string | undefined; hash: Buffer; tries: number; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into email_codes (user_id, code_hash, tries_left, expires_at)
    select user_id, ${code.hash}, ${code.tries}::integer, ${code.expiresAt}
    from (select ${code.userId ?? null}::uuid as user_id) account
    where user_id is not null
    on conflict (user_id) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
}

/** Takes one of a code's tries; undefined when there is no code, it has no try left, or it has expired. */
export async function takeCodeTry(
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ userId: string; codeHash: Buffer } | undefined> {
  return tx.first(sql`
    update email_codes c
    set tries_left = tries_left - 1
    from users u
    where lower(u.email) = lower(${email}) and c.user_id = u.id and c.tries_left > 0 and c.expires_at > ${now}
    returning c.user_id, c.code_hash`)
}

export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    delete from email_codes
    where user_id = ${userId}`)
  await tx.run(sql`
    update users
    set email_verified_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
}

export async function purgeEmailCodes(db: Db, now: Date): Promise<void> {
  await purgeRows(db, { table: sql`email_codes`, isOver: sql`expires_at <= ${now}`, order: sql`expires_at` })
}
