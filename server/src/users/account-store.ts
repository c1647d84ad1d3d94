import { type Db, sql, type Tx } from '../database/database.ts'

/** A user's account as it is signed in to. */
export type Account = {
  id: string
  tag: string
  email: string | null
  fullname: string
  /** Null until the owner of the mailbox sets a password. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
}

export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  return db.first<Account>(sql`
    select id, tag, email, fullname, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt"
    from users
    where id = ${userId}`)
}

export async function findAccountByTag(db: Db, tag: string): Promise<Account | undefined> {
  return db.first<Account>(sql`
    select id, tag, email, fullname, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt"
    from users
    where tag = lower(${tag})`)
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.first<Account>(sql`
    select id, tag, email, fullname, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt"
    from users
    where lower(email) = lower(${email})`)
}

/** Whether a password that was checked is still that of the account; until the transaction ends it stays so. */
export async function holdPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const held = await tx.first(sql`
    select id
    from users
    where id = ${userId} and password_hash = ${passwordHash}
    for update`)
  return held !== undefined
}

export async function updatePassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users
    set password_hash = ${passwordHash}, updated_at = ${now}
    where id = ${userId}`)
}
